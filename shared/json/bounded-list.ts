/** A list with an end: its length is looked at before its entries are, so that a list of millions is refused as fast as one of a hundred. */
import * as v from 'valibot';

export function list<const S extends v.GenericSchema>(entry: S, most: number) {
  const checked: unknown = v.pipe(v.array(v.unknown()), v.maxLength(most), v.array(entry));
  return checked as v.GenericSchema<v.InferInput<S>[], v.InferOutput<S>[]>;
}
