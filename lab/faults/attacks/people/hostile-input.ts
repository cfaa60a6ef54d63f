/** Inputs made from a call's schema: some valid, most with one error, some entirely wrong. */
import type { Chance } from '../../seeded.ts';

/** IDs the attacker knows to exist or not. */
export interface Known {
  /** Values for fields whose lower-case name ends in this key: "orderid", "venueid", "id". */
  ids: Record<string, readonly (string | number)[]>;
}

interface Schema {
  type: string;
  entries?: Record<string, Schema>;
  options?: readonly (Schema | string)[];
  item?: Schema;
  wrapped?: Schema;
  value?: Schema;
  key?: Schema;
  literal?: unknown;
  pipe?: readonly Schema[];
}

const NAMES = [
  ...['__proto__', 'constructor', 'prototype', 'toString'],
  ...['', ' ', '\u0000', '\u202e'],
  ...['../../etc/passwd', "'; DROP TABLE orders; --", '0'.repeat(24)],
];
/** Unexpected but valid JSON numbers. */
const NUMBERS = [0, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 53), 1e308, -1e308, 5e-324, 4_294_967_295];

/** JSON text, which may contain what JSON.stringify never writes. */
export function hostileInput(schema: unknown, chance: Chance, known: Known): string {
  const wrongness = chance.pick([0, 0.05, 0.3, 1]);
  return write(schema as Schema, '', { chance, known, wrongness });
}

interface Manner {
  chance: Chance;
  known: Known;
  wrongness: number;
}

function write(schema: Schema, name: string, manner: Manner): string {
  const { chance, wrongness } = manner;
  if (chance.next() < wrongness) return wrong(chance);
  // The schema inside a pipe.
  const inner = schema.pipe?.findLast((part) => 'type' in part && (part.entries || part.item || part.options)) ?? schema;
  switch (inner.type) {
    case 'object':
    case 'strict_object': {
      const entries = Object.entries(inner.entries ?? {}).filter(([, part]) => part.type !== 'optional' || chance.next() < 0.5);
      const fields = entries.map(([key, part]) => `${JSON.stringify(key)}:${write(part, key, manner)}`);
      if (chance.next() < wrongness)
        fields.push(chance.pick(['"__proto__":{"isAdmin":true}', '"constructor":{}', `"more":${wrong(chance)}`]));
      return `{${fields.join(',')}}`;
    }
    case 'optional':
    case 'nullable':
      if (inner.type === 'nullable' && chance.next() < 0.3) return 'null';
      return inner.wrapped ? write(inner.wrapped, name, manner) : 'null';
    case 'array': {
      const item = inner.item;
      const length = chance.next() < wrongness ? chance.pick([0, 51, 501, 5_000]) : chance.below(3);
      return item
        ? `[${Array.from({ length }, () => write(item, name, length > 100 ? { ...manner, wrongness: 0 } : manner)).join(',')}]`
        : '[]';
    }
    case 'variant':
    case 'union':
      return write(chance.pick(inner.options as Schema[]), name, manner);
    case 'picklist':
      return JSON.stringify(chance.pick(inner.options as string[]));
    case 'literal':
      return JSON.stringify(inner.literal);
    case 'record': {
      const { key, value } = inner;
      const keyText = key?.options ? String(chance.pick(key.options as string[])) : chance.pick(NAMES);
      return value ? `{${JSON.stringify(keyText)}:${write(value, name, manner)}}` : '{}';
    }
    case 'boolean':
      return chance.pick(['true', 'false']);
    case 'number':
      return JSON.stringify(idFor(name, manner) ?? chance.pick([0, 1, 2, 5, 60, 1_000]));
    case 'string':
      return JSON.stringify(idFor(name, manner) ?? textFor(name, chance));
    default:
      return wrong(chance);
  }
}

function idFor(name: string, { known, chance }: Manner): string | number | null {
  const here = Object.entries(known.ids).find(([word]) => name.toLowerCase().endsWith(word));
  return here ? chance.pick(here[1]) : null;
}

/** Valid, harmless texts: every address leads to a closed port of this computer. */
function textFor(name: string, chance: Chance): string {
  if (/url|host|uri/i.test(name)) return name === 'host' ? '127.0.0.1' : 'http://127.0.0.1:1/';
  if (/time|until/i.test(name)) return '2030-01-01T00:00:00Z';
  if (/day$/i.test(name)) return chance.pick(['2026-11-22', '0001-01-01', '9999-12-31', '2026-02-31']);
  if (/^(from|to)$/.test(name)) return '10:00';
  if (/secret|key/i.test(name)) return 'a-secret-that-is-long-enough';
  if (name === 'base64') return Buffer.from(`%PDF-${chance.next()}`).toString('base64');
  return chance.pick(['A', 'some text', 'x'.repeat(30)]);
}

function wrong(chance: Chance): string {
  const big = () => JSON.stringify('x'.repeat(chance.pick([501, 5_000, 100_000])));
  return chance.pick([
    ...['null', 'true', '{}', '[]', '1e400', '-1e400'].map((json) => () => json),
    () => String(chance.pick(NUMBERS)),
    () => JSON.stringify(chance.pick(NAMES)),
    () => big(),
    () => `${'['.repeat(2_000)}${']'.repeat(2_000)}`,
    () => `${'{"a":'.repeat(1_000)}1${'}'.repeat(1_000)}`,
    () => '{"__proto__":{"ok":true},"length":1e9}',
    () => `[${Array.from({ length: 2_000 }, () => '{}').join(',')}]`,
  ])();
}
