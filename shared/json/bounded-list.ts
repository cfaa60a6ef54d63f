/** An array schema that checks the length before any entry, so huge lists fail fast. */
import * as v from 'valibot';

export function list<const S extends v.GenericSchema>(entry: S, most: number) {
  const checked: unknown = v.pipe(v.array(v.unknown()), v.maxLength(most), v.array(entry));
  return checked as v.GenericSchema<v.InferInput<S>[], v.InferOutput<S>[]>;
}
