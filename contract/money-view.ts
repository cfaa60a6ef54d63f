/** An amount as screens show it. */
import * as v from 'valibot';

/** Minor currency units as the service sent them, and the text to show ("50.80 EUR"). */
export const MoneyView = v.object({ amount: v.number(), currency: v.string(), text: v.string() });
export type MoneyView = v.InferOutput<typeof MoneyView>;
