/** Values in untrusted JSON: each function returns null if the value has another type. */

export type Fields = Record<string, unknown>;

export function asRecord(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;
}

/** Text that isn't empty, always well-formed; or a number (IDs are sometimes sent as numbers). */
export function asText(value: unknown): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return typeof value === 'string' && value !== '' ? value.toWellFormed() : null;
}
