/** A section of the settings that one feature brings: its schema with the defaults, and what of it a chain may manage. */
import type * as v from 'valibot';

/** Why a setting stays with the counter. relay/operator/why-kept.ts says each in words. */
export type WhyKept =
  | 'sends'
  | 'installs'
  | 'looks'
  | 'of-address'
  | 'access'
  | 'calls'
  | 'money'
  | 'couriers'
  | 'customers'
  | 'opens'
  | 'computer'
  | 'accepting'
  | 'shift'
  | 'people'
  | 'format';

type KeyOf<Schema extends v.GenericSchema> = keyof v.InferOutput<Schema> & string;

export interface Section<Schema extends v.GenericSchema = v.GenericSchema, Managed extends string = string, Kept extends string = string> {
  /** A file without the section has its defaults, so the schema is optional. */
  readonly schema: Schema;
  readonly managed: readonly Managed[];
  /** Every other setting of it. */
  readonly kept: Readonly<Record<Kept, WhyKept>>;
}

/** One that is neither managed nor kept does not compile. */
export const section = <Schema extends v.GenericSchema, const Managed extends KeyOf<Schema> = never>(
  schema: Schema,
  managed: readonly Managed[],
  kept: Readonly<Record<Exclude<KeyOf<Schema>, Managed>, WhyKept>>,
): Section<Schema, Managed, Exclude<KeyOf<Schema>, Managed>> => ({ schema, managed, kept });
