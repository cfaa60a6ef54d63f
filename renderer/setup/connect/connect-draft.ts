/** The connection form's input, kept over reloads until connected. No secrets. */

const KEPT = 'connect-answers';
/** Fields that are kept: no secret or code, and no part of an address that may contain one. */
const FIELDS = ['environment', 'authUrl', 'orderBaseUrl', 'deliveryBaseUrl', 'clientId', 'redirectUri', 'venueName'] as const;
const ADDRESSES: readonly string[] = ['authUrl', 'orderBaseUrl', 'deliveryBaseUrl', 'redirectUri'];
export type KeptAnswers = Partial<Record<(typeof FIELDS)[number], string>>;

export function keepAnswers(form: HTMLFormElement): void {
  const fields = new FormData(form);
  const kept = FIELDS.map((name) => [name, String(fields.get(name) ?? '')] as const).filter(
    ([name, text]) => text !== '' && !(ADDRESSES.includes(name) && /[@?#]/.test(text)),
  );
  sessionStorage.setItem(KEPT, JSON.stringify(Object.fromEntries(kept)));
}

export function keptAnswers(): KeptAnswers {
  return JSON.parse(sessionStorage.getItem(KEPT) ?? '{}');
}

export function forgetAnswers(): void {
  sessionStorage.removeItem(KEPT);
}
