/** A schema's parts, for docs/settings.md and the support file. */
import type * as v from 'valibot';

export type SchemaParts = v.GenericSchema & {
  type: string;
  wrapped?: SchemaParts;
  default?: unknown;
  entries?: Record<string, SchemaParts>;
  key?: SchemaParts;
  item?: SchemaParts;
  value?: SchemaParts;
  options?: readonly (SchemaParts | string)[];
  literal?: unknown;
  pipe?: readonly { type: string; description?: string; requirement?: unknown }[];
};

/** The schema inside `optional` and `nullable`. A pipe has the properties of its first schema. */
export function unwrapped(schema: SchemaParts): SchemaParts {
  return schema.wrapped ? unwrapped(schema.wrapped) : schema;
}
