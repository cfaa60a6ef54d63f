/** Secrets known to this process, for redaction: vault contents, screens' keys, and secret parts of addresses. One list per process. */
const known = new Map<string, readonly string[]>();
/** Cache, reset by each change. */
let all: readonly string[] | null = null;

/** Shorter values occur in too many words; they aren't secrets, or are redacted with their address. */
const SHORTEST = 4;
/** How many replaced values stay hidden, since later texts may still contain them. */
const BEFORE = 3;

/** `name`: the source; its previous values stay hidden for a while. */
export function hide(name: string, values: readonly string[]): void {
  const before = (known.get(name) ?? []).filter((value) => !values.includes(value));
  const secret = values.filter((value) => value.length >= SHORTEST);
  known.set(name, [...secret, ...before].slice(0, secret.length + BEFORE));
  all = null;
}

/** Longest first, so that a secret within another is removed with it. The same array until `hide` is called. */
export function knownSecrets(): readonly string[] {
  all ??= [...new Set([...known.values()].flat())].sort((one, other) => other.length - one.length);
  return all;
}

/** All texts in a vault value (text, list or object, with or without a prefix), except addresses. */
export function secretsIn(value: string): string[] {
  const parsed = jsonIn(value);
  return parsed === undefined ? [value] : textsIn(parsed);
}

function jsonIn(text: string): unknown {
  const at = text.search(/[[{]/);
  if (at < 0 || !/^[a-z-]*:?$/.test(text.slice(0, at))) return undefined;
  try {
    return JSON.parse(text.slice(at));
  } catch {
    return undefined;
  }
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return /^https?:\/\//.test(value) ? [] : secretsIn(value);
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => (NO_SECRETS.has(name) ? [] : textsIn(part)));
}
const NO_SECRETS = new Set(['environment', 'client_id', 'venueId', 'name', 'origins', 'issued_for', 'addresses']);
