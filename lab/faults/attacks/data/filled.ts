/** A value for any schema with a unique secret in every free text, so that future fields are covered too. */
import * as v from 'valibot';

type Schema = v.GenericSchema & {
  type: string;
  wrapped?: Schema;
  entries?: Record<string, Schema>;
  item?: Schema;
  pipe?: readonly Schema[];
  key?: Schema;
  value?: Schema;
  options?: readonly (Schema | string)[];
  literal?: unknown;
};

export interface Filled {
  value: unknown;
  placed: { place: string; secret: string }[];
  /** Texts of a fixed form, which can't hold a secret. */
  fixed: string[];
}

export interface FillOptions {
  /** Returns a new secret each time. */
  secret: () => string;
  /** Which form of a union is filled. */
  variant?: number;
}

/** Throws if no sample text fits the schema: then add one here. */
export function fill(schema: v.GenericSchema, options: FillOptions): Filled {
  const filled: Filled = { value: null, placed: [], fixed: [] };
  filled.value = filledFor(schema as Schema, '', options, filled);
  return filled;
}

function filledFor(schema: Schema, place: string, options: FillOptions, filled: Filled): unknown {
  const at = (name: string | number): string => (place === '' ? String(name) : `${place}.${name}`);
  switch (schema.type) {
    case 'optional':
    case 'nullish': {
      const before = filled.placed.length;
      const value = filledFor(schema.wrapped as Schema, place, options, filled);
      if (v.safeParse(schema, value).success || !('default' in schema)) return value;
      // A list or image that can't be made up keeps its initial value.
      filled.placed.length = before;
      return schema.default;
    }
    case 'nullable':
      return filledFor(schema.wrapped as Schema, place, options, filled);
    case 'object':
    case 'strict_object':
      return Object.fromEntries(
        Object.entries(schema.entries ?? {}).map(([name, entry]) => [name, filledFor(entry, at(name), options, filled)]),
      );
    case 'array':
      return [filledFor(itemOf(schema), at(0), options, filled)];
    case 'record': {
      const key = String(filledFor(schema.key as Schema, at('(key)'), options, filled));
      return { [key]: filledFor(schema.value as Schema, at('*'), options, filled) };
    }
    case 'variant':
    case 'union': {
      const forms = (schema.options ?? []) as Schema[];
      return filledFor(forms[(options.variant ?? 0) % forms.length] as Schema, place, options, filled);
    }
    case 'picklist':
      return schema.options?.[0];
    case 'literal':
      return schema.literal;
    case 'boolean':
      return true;
    case 'number':
      return first(schema, place, [1, 5, 10, 30, 60, 100, 200, 500, 0, 9_100]);
    case 'string':
      return textOf(schema, place, options, filled);
    default:
      throw new Error(`Nothing is known to fill ${place} (${schema.type}) with.`);
  }
}

/** The schema of a list's items, behind checks of the list's length. */
function itemOf(list: Schema): Schema {
  const parts = (schema: Schema): Schema[] =>
    (schema.pipe ?? [schema]).flatMap((part) => (part !== schema && part.pipe ? parts(part) : [part]));
  return parts(list).findLast(({ type, item }) => type === 'array' && item?.type !== 'unknown')?.item as Schema;
}

function textOf(schema: Schema, place: string, options: FillOptions, filled: Filled): string {
  const secret = options.secret();
  const low = secret.toLowerCase();
  const free = [
    [secret, secret],
    [`https://${secret}:${secret}@host.example/${secret}?key=${secret}&${secret}#${secret}`, secret],
    [`https://host.example/${secret}`, secret],
    [`/${secret}`, secret],
    [`/${secret}/{venue_id}`, secret],
    [low, low],
  ] as const;
  const found = free.find(([text]) => v.safeParse(schema, text).success);
  if (found) {
    filled.placed.push({ place, secret: found[1] });
    return found[0];
  }
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  const fixed = first(schema, place, ['18:30', '2026-11-21', tomorrow, 'Europe/Helsinki', '4711', 'AAAA', '']);
  filled.fixed.push(fixed);
  return fixed;
}

function first<T>(schema: Schema, place: string, candidates: T[]): T {
  const found = candidates.find((candidate) => v.safeParse(schema, candidate).success);
  if (found === undefined) throw new Error(`Nothing is known to fill ${place} with.`);
  return found;
}
