/** Reading a settings file and saying, with its line, what is wrong in it. */
import { findNodeAtLocation, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import * as v from 'valibot';
import { redact } from '../redaction/redact.ts';

/** A settings file that cannot be used. `says` names the line and what is expected there. */
class SettingsError extends Error {
  readonly says: string;
  readonly remedy = 'Correct the file and start again; nothing was changed. docs/settings.md lists every key.';
  constructor(says: string) {
    super(says);
    this.says = says;
  }
}

/** Checks the text of a settings file (JSON; comments are allowed) against a schema. Throws SettingsError. */
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
    throw new SettingsError(`${fileName}, line ${lineAt(text, broken?.offset ?? 0)}: this is not JSON (${why}).`);
  }
  const result = v.safeParse(schema, plainValue(tree));
  if (result.success) return result.output;
  throw new SettingsError(result.issues.map((issue) => `${fileName}, ${explain(issue, tree, text)}`).join('\n'));
}

function explain(issue: v.BaseIssue<unknown>, tree: Node, text: string): string {
  const path = (issue.path ?? []).map((step) => step.key as string | number);
  const node = nearest(tree, path);
  const name = nameOfPlace(path);
  const line = `line ${lineAt(text, node.offset)}`;
  if (issue.type === 'strict_object' && issue.expected === 'never') return `${line}: "${name}" is not a setting; check its spelling.`;
  if (issue.received === 'undefined') return `${line}: "${name}" is missing.`;
  const given = findNodeAtLocation(tree, path);
  const expected = issue.message.startsWith('Invalid') ? (issue.expected ?? 'another value') : issue.message;
  const found = path[0] === 'secrets' ? 'cannot be used' : given ? `is ${shown(plainValue(given))}` : 'is missing';
  return `${line}: "${name}" ${found}; expected ${expected}.`;
}

/** A place in the settings as docs/settings.md names it: `printers[0].host`. */
export function nameOfPlace(path: readonly (string | number)[]): string {
  return path.reduce<string>((so, key) => (typeof key === 'number' ? `${so}[${key}]` : so === '' ? key : `${so}.${key}`), '');
}

function shown(value: unknown): string {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object';
  const text = redact(JSON.stringify(value));
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

/** The node at the path, or the closest one around it that the file does have. */
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
