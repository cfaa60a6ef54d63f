/** Dates by RFC 9110, 5.6.7. Pure. */

/** Patterns for the three formats, all GMT. `Date.parse` alone reads "5 minutes" as a day in May, and the asctime format as local time. */
const WITH_GMT = /^[A-Z][a-z]{2,8}, ?\d{1,2}[ -][A-Z][a-z]{2}[ -]\d{2,4} \d{2}:\d{2}:\d{2} GMT$/;
const ASCTIME = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/;

/** Epoch ms; NaN if invalid. */
export function httpDate(value: string): number {
  if (WITH_GMT.test(value)) return Date.parse(value);
  return ASCTIME.test(value) ? Date.parse(`${value} GMT`) : Number.NaN;
}
