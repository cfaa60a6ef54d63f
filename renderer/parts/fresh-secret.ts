/** Creates a secret on the page, to be saved in the vault. */

/** 256 bits; section 8 asks for at least 128. */
const SECRET_BYTES = 32;

export function freshSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
