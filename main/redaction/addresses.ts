/** Removes secrets from addresses, for the manager's screen and for files others read. */
import { HIDDEN } from '../../contract/address.ts';

/** Usual path segments; others may be keys. */
const USUAL =
  /^(|api|v\d{1,2}|orders?|deliver(y|ies)|venues?|merchants?|notifications?|web-?hooks?|hooks?|services?|till|pos|auth|oauth2?|token|gateway|feed|updates?|latest\.yml|alarm|alert|order-api|incoming|events?)$/i;
const SECRET_NAME = /key|token|secret|pass|pwd|pin|auth|sig|code|hash|cred|session/i;
const PLAIN_VALUE = /^([a-z]{1,8}|\d{1,3}|)$/;

interface Parts {
  scheme: string;
  user: string | null;
  password: string | null;
  host: string;
  path: string;
  query: string | null;
  fragment: string | null;
}

/** Not a URL parser, which would percent-encode the masks. */
function partsOf(address: string): Parts | null {
  const found = /^([a-z][a-z0-9+.-]*:\/\/)(?:([^/?#]*)@)?([^/?#]*)([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/is.exec(address);
  if (!found) return null;
  const [, scheme = '', login, host = '', path = '', query, fragment] = found;
  const at = login?.indexOf(':') ?? -1;
  return {
    scheme,
    user: login === undefined ? null : at < 0 ? login : login.slice(0, at),
    password: login === undefined || at < 0 ? null : login.slice(at + 1),
    host,
    path,
    query: query ?? null,
    fragment: fragment ?? null,
  };
}

function join({ scheme, user, password, host, path, query, fragment }: Parts): string {
  const login = user === null ? '' : `${user}${password === null ? '' : `:${password}`}@`;
  return `${scheme}${login}${host}${path}${query === null ? '' : `?${query}`}${fragment === null ? '' : `#${fragment}`}`;
}

/** For the manager's screen: recognizable, with password and keys hidden. */
export function maskAddress(address: string): string {
  const parts = partsOf(address);
  if (!parts) return looksLikeKey(address) ? HIDDEN : address;
  return join({
    ...parts,
    user: parts.user !== null && parts.password === null ? HIDDEN : parts.user,
    password: parts.password === null ? null : HIDDEN,
    path: eachSegment(parts.path, (segment) => (looksLikeKey(segment) ? HIDDEN : segment)),
    query:
      parts.query === null
        ? null
        : eachValue(parts.query, (name, value) => (PLAIN_VALUE.test(value) && !SECRET_NAME.test(name) ? value : HIDDEN)),
    fragment: parts.fragment === null ? null : HIDDEN,
  });
}

/** The secret parts, raw and decoded. */
export function secretsOfAddress(address: string): string[] {
  const parts = partsOf(address);
  if (!parts) return looksLikeKey(address) ? [address] : [];
  const { user, password, path, query, fragment } = parts;
  const found = [
    password === null ? user : password,
    fragment,
    ...path.split('/').filter(looksLikeKey),
    ...(query ?? '').split('&').flatMap((pair) => {
      const [name = '', value = ''] = splitOnce(pair, '=');
      return PLAIN_VALUE.test(value) && !SECRET_NAME.test(name) ? [] : [value];
    }),
  ].filter((part): part is string => part !== null && part !== '');
  const login = user !== null && password !== null ? [Buffer.from(`${decoded(user)}:${decoded(password)}`).toString('base64')] : [];
  return [...new Set([...found, ...found.map(decoded), ...login])];
}

/** For files: the target, without anything that could be a key. */
export function bareAddress(address: string): string {
  const parts = partsOf(address);
  if (!parts) return LEFT_OUT;
  return join({
    scheme: parts.scheme.toLowerCase(),
    user: null,
    password: null,
    host: bareHost(parts.host),
    path: eachSegment(parts.path, (segment) => (USUAL.test(segment) || segment === LEFT_OUT ? segment : LEFT_OUT)),
    query: parts.query === null ? null : LEFT_OUT,
    fragment: null,
  });
}

/** A tunnel's host name can be a key. */
function bareHost(host: string): string {
  if (host.startsWith('[')) return host;
  const [, name = '', port = ''] = /^(.*?)(:\d*)?$/.exec(host) ?? [];
  return (
    name
      .split('.')
      .map((label) => (looksLikeKey(label) ? LEFT_OUT : label))
      .join('.') + port
  );
}

/** Replacement for secrets. Occurs in no address, so redacting twice changes nothing. */
export const LEFT_OUT = '***';

function eachSegment(path: string, change: (segment: string) => string): string {
  return path.split('/').map(change).join('/');
}

function eachValue(query: string, change: (name: string, value: string) => string): string {
  return query
    .split('&')
    .map((pair) => {
      const [name = '', value] = splitOnce(pair, '=');
      return value === undefined ? change('', name) : `${name}=${change(name, value)}`;
    })
    .join('&');
}

function splitOnce(text: string, sign: string): [string, string?] {
  const at = text.indexOf(sign);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

/** Long, mixed letters and digits, or inner capitals: not a readable word. */
function looksLikeKey(text: string): boolean {
  const plain = decoded(text);
  if (plain.length >= 24) return true;
  if (plain.includes(':') || plain.includes('@')) return plain.length >= 8;
  if (plain.length >= 8 && /\d/.test(plain) && /\p{L}/u.test(plain) && !/^v?\d+(\.\d+)*$/.test(plain)) return true;
  return plain.length >= 10 && /\p{Ll}.*\p{Lu}.*\p{Ll}/u.test(plain);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
