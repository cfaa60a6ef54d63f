import { findNodeAtLocation, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import * as v from 'valibot';
import { mistakeIn } from '../../contract/contract.ts';
import { english } from '../../contract/english.ts';
import { joinSentences, message, type Text } from '../../contract/message.ts';

import { redact } from '../redaction/redact.ts';

/** `text` names the line of each mistake. */
class SettingsError extends Error {
  readonly text: Text;
  readonly hint = message('settings.fixFileAndRestart');
  constructor(...mistakes: Text[]) {
    const text = joinSentences(...mistakes);
    super(english(text));
    this.text = text;
  }
}

/** Validates JSON (comments allowed) against a schema. Throws SettingsError. */
export function parseSettings<S extends v.GenericSchema>(schema: S, text: string, fileName: string): v.InferOutput<S> {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true });
  const [broken] = errors;
  if (broken || !tree) {
    const why = broken
      ? printParseErrorCode(broken.error)
          .replace(/([a-z])([A-Z])/g, '$1 $2')
          .toLowerCase()
      : 'the file is empty';
    throw new SettingsError(message('settings.lineNotJson', { file: fileName, line: lineAt(text, broken?.offset ?? 0), why }));
  }
  const result = v.safeParse(schema, plainValue(tree));
  if (result.success) return result.output;
  throw new SettingsError(...result.issues.map((issue) => explain(issue, tree, text, fileName)));
}

function explain(issue: v.BaseIssue<unknown>, tree: Node, text: string, file: string): Text {
  const path = (issue.path ?? []).map((step) => step.key as string | number);
  const node = nearest(tree, path);
  const at = { file, line: lineAt(text, node.offset), name: nameOfPlace(path) };
  if (issue.type === 'strict_object' && issue.expected === 'never') return message('settings.lineUnknown', at);
  const given = findNodeAtLocation(tree, path);
  if (issue.received === 'undefined' || !given) return message('settings.lineMissing', at);
  const mistake = mistakeIn(issue);
  if (path[0] === 'secrets') return message('settings.lineUnusable', { ...at, mistake });
  return message('settings.lineWrong', { ...at, value: shown(plainValue(given)), mistake });
}

/** A setting's name as in docs/settings.md: `printers[0].host`. */
export function nameOfPlace(path: readonly (string | number)[]): string {
  return path.reduce<string>((so, key) => (typeof key === 'number' ? `${so}[${key}]` : so === '' ? key : `${so}.${key}`), '');
}

function shown(value: unknown): string {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object';
  const text = redact(JSON.stringify(value));
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

/** The node at the path, or the closest existing parent. */
function nearest(tree: Node, path: (string | number)[]): Node {
  for (let length = path.length; length > 0; length -= 1) {
    const node = findNodeAtLocation(tree, path.slice(0, length));
    if (node) return node.parent?.type === 'property' ? node.parent : node;
  }
  return tree;
}

function plainValue(node: Node): unknown {
  if (node.type === 'array') return (node.children ?? []).map(plainValue);
  if (node.type !== 'object') return node.value;
  return Object.fromEntries(
    (node.children ?? []).map(({ children }) => [children?.[0]?.value, children?.[1] ? plainValue(children[1]) : null]),
  );
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
