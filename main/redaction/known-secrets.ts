/**
 * What this process knows to be secret: everything that went into the vault or came out of it, keys of screens, and the secret parts of
 * addresses in the settings. Kept so that no text that leaves the process can hold one of them. One list a process.
 */
const known = new Map<string, readonly string[]>();
/** All of them, worked out once for each change. */
let all: readonly string[] | null = null;

/** Shorter ones are in too many words. What is so short is no secret, or is left out with the address it stands in. */
const SHORTEST = 4;
/** A value that was replaced may still stand in what is written a moment later. */
const BEFORE = 3;

/** `name`: where they are kept; what it had before is remembered for a while as well. */
export function hide(name: string, values: readonly string[]): void {
  const before = (known.get(name) ?? []).filter((value) => !values.includes(value));
  const secret = values.filter((value) => value.length >= SHORTEST);
  known.set(name, [...secret, ...before].slice(0, secret.length + BEFORE));
  all = null;
}

/** The longest first: one that is part of another is left out with it. The same list until something is hidden. */
export function knownSecrets(): readonly string[] {
  all ??= [...new Set([...known.values()].flat())].sort((one, other) => other.length - one.length);
  return all;
}

/** Every text in a value of the vault, be it one text, a list or an object, with a mark before it or not; addresses in it are no secrets. */
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
