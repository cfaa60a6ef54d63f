/** Serves the operator page: static files; its data needs the operator key. */
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { answerText } from '../listening/answer.ts';
import { OPERATOR_PATH } from './operator-api.ts';

const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
};
/** Read on request: training's relay has no page. */
const read = (name: string): Buffer => readFileSync(new URL(`./page/${name}`, import.meta.url));
const FILES = new Map([
  [OPERATOR_PATH, { type: 'text/html; charset=utf-8', name: 'page.html' }],
  ...['page.js', 'parts.js', 'problems.js', 'groups.js', 'counters.js', 'relays.js', 'support.js'].map(
    (name) => [`${OPERATOR_PATH}/${name}`, { type: 'text/javascript; charset=utf-8', name }] as const,
  ),
  [`${OPERATOR_PATH}/page.css`, { type: 'text/css; charset=utf-8', name: 'page.css' }],
]);

export function servePage(response: ServerResponse, method: string | undefined, path: string): boolean {
  const file = FILES.get(path);
  if (!file) return false;
  if (method !== 'GET') {
    answerText(response, 405, 'GET only', { allow: 'GET' });
    return true;
  }
  const body = read(file.name);
  response.writeHead(200, { 'content-type': file.type, ...HEADERS }).end(body);
  return true;
}
