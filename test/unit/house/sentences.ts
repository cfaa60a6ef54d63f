/** Finds, in the bridge's source, the codes of the messages that it can say, and sentences that are no messages. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseSync } from '@swc/core';

const MAIN = fileURLToPath(new URL('../../../main/', import.meta.url));
const CONTRACT = fileURLToPath(new URL('../../../contract/', import.meta.url));
/** What never reaches a screen of the counter: start-up on a terminal, papers, the demo, a settings file's own mistakes. */
const ELSEWHERE =
  /^(demo\/|app\/(start|restore-backup|keep-up\/crash-reports|log)\.ts|training\/|hosts\/(?!counter-page\.ts|electron\/(announcer|counter-news|quit|updates)\.ts|browser\/(browser-host|guest-link)\.ts|displays\/displays\.ts)|settings\/(settings-page|settings-file)\.ts|printing\/(documents\/(?!(arrange|paper|cash-box)\.ts)|layout\/(text\/(fonts|system-fonts|font-coverage)|line-image|layout|document|line)|escpos\/code-page|paper-words)|store\/(file\/(lock|migrations)|rows\/(order-rows|parsed-orders)|recovery\/recover|backups\/(backup-work|apart|backups)|search\/(history|search-words))\.ts|orders\/(changes|money\/money)\.ts|vault\/by-environment\.ts|service\/redirect-listener\.ts)/;
/** Names of fields, headers and SQL that look like sentences. */
const NO_SENTENCE = /^(SELECT|INSERT|UPDATE|DELETE|CREATE|DROP|HTTP\/|Basic |Bearer |POST only|GENERIC|[A-Z_]+$|UND_ERR|E[A-Z]+$)/;

interface Node {
  type?: string;
  [key: string]: unknown;
}

/** Each as a template: "Order {number} came in late: ...". */
export function sentencesOfBridge(): Set<string> {
  const found = new Set<string>();
  for (const file of readdirSync(MAIN, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts') || ELSEWHERE.test(file)) continue;
    visit(parseSync(readFileSync(MAIN + file, 'utf8'), { syntax: 'typescript', target: 'es2024' }) as unknown as Node, found);
  }
  return found;
}

/** Every text in the source that may be the code of a message. */
export function codesOfBridge(): Set<string> {
  const files = readdirSync(MAIN, { recursive: true, encoding: 'utf8' }).map((file) => MAIN + file);
  const found = new Set<string>();
  const ofContract = readdirSync(CONTRACT, { recursive: true, encoding: 'utf8' }).map((file) => CONTRACT + file);
  for (const file of [...files, ...ofContract].filter((name) => name.endsWith('.ts')))
    for (const [, code = ''] of readFileSync(file, 'utf8').matchAll(/'([a-z0-9]+(?:-[a-z0-9]+)*)'/g)) found.add(code);
  return found;
}

/** The texts that a schema of `contract` says of a wrong value instead of a message. */
export function checksOfContract(): Set<string> {
  const found = new Set<string>();
  for (const file of readdirSync(CONTRACT, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts')))
    visitChecks(parseSync(readFileSync(CONTRACT + file, 'utf8'), { syntax: 'typescript', target: 'es2024' }), found);
  return found;
}

function visitChecks(node: unknown, found: Set<string>): void {
  if (typeof node !== 'object' || node === null) return;
  const { type, callee, arguments: given } = node as { type?: string; callee?: Callee; arguments?: { expression: Node }[] };
  if (type === 'CallExpression' && callee?.object?.value === 'v' && !['description', 'literal'].includes(callee.property?.value ?? ''))
    for (const { expression } of given ?? []) {
      const isText = expression.type === 'StringLiteral' || expression.type === 'TemplateLiteral';
      const text = isText ? String(expression.value ?? templateOf(expression as unknown as Template)) : '';
      if (text.includes(' ')) found.add(text);
    }
  for (const part of Object.values(node)) visitChecks(part, found);
}

interface Callee {
  object?: { value?: string };
  property?: { value?: string };
}

function visit(node: unknown, found: Set<string>): void {
  if (Array.isArray(node)) for (const one of node) visit(one, found);
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return;
  const { type, ...parts } = node as Node;
  if (type === 'ImportDeclaration' || type === 'TsLiteralType') return;
  if (type === 'StringLiteral') add(String(parts.value), found);
  if (type === 'TemplateLiteral') add(templateOf(parts as unknown as Template), found);
  for (const part of Object.values(parts)) visit(part, found);
}

interface Template {
  quasis: { cooked?: string; raw: string }[];
  expressions: { type: string; value?: string; property?: { type: string; value?: string } }[];
}

function templateOf({ quasis, expressions }: Template): string {
  return quasis
    .map(({ cooked, raw }, place) => {
      const expression = expressions[place];
      const named = expression?.type === 'MemberExpression' ? expression.property?.value : expression?.value;
      return (cooked ?? raw) + (expression ? `{${/^[a-z]\w*$/i.test(named ?? '') ? named : `v${place}`}}` : '');
    })
    .join('');
}

function add(text: string, found: Set<string>): void {
  const words = text.replaceAll(/\{\w+\}/g, '').trim();
  const isSentence =
    /^[A-Z{]/.test(text) && /[a-z]{2}/.test(words) && (/ /.test(text.trim()) || /[.…]$/.test(text) || /^[A-Z][a-z]+$/.test(text));
  if (isSentence && /\p{L}{2}/u.test(words) && !NO_SENTENCE.test(text)) found.add(text);
}
