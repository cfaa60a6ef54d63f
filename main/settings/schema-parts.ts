/** A schema as its own description: what it is made of, for whoever writes about the settings instead of reading them. */
import type * as v from 'valibot';

export type SchemaParts = v.GenericSchema & {
  type: string;
  wrapped?: SchemaParts;
  default?: unknown;
  entries?: Record<string, SchemaParts>;
  /** Of a record: what its keys may be. */
  key?: SchemaParts;
  item?: SchemaParts;
  value?: SchemaParts;
  options?: readonly (SchemaParts | string)[];
  literal?: unknown;
  pipe?: readonly { type: string; description?: string; requirement?: unknown }[];
};

/** The schema inside `optional` and `nullable`. A pipe carries the properties of its first schema. */
export function unwrapped(schema: SchemaParts): SchemaParts {
  return schema.wrapped ? unwrapped(schema.wrapped) : schema;
}
