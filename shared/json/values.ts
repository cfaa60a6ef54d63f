/** Values in untrusted JSON: each function returns null if the value has another type. */

export type Fields = Record<string, unknown>;

export function asRecord(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;
}

/** Non-empty, well-formed text; also numbers, as IDs are sometimes sent as such. */
export function asText(value: unknown): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return typeof value === 'string' && value !== '' ? value.toWellFormed() : null;
}

/** Whether any database can store this text: PostgreSQL takes no NUL. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}
