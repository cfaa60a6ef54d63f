/** A settings section of one feature: its schema, and which settings a chain may manage. */
import type * as v from 'valibot';

/** Why a setting can't be managed remotely. relay/operator/unmanaged-reasons.ts explains each. */
export type UnmanagedReason =
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
  /** Optional, as a file without the section uses its defaults. */
  readonly schema: Schema;
  readonly managed: readonly Managed[];
  readonly kept: Readonly<Record<Kept, UnmanagedReason>>;
}

/** A setting that's neither managed nor kept doesn't compile. */
export const section = <Schema extends v.GenericSchema, const Managed extends KeyOf<Schema> = never>(
  schema: Schema,
  managed: readonly Managed[],
  kept: Readonly<Record<Exclude<KeyOf<Schema>, Managed>, UnmanagedReason>>,
): Section<Schema, Managed, Exclude<KeyOf<Schema>, Managed>> => ({ schema, managed, kept });
