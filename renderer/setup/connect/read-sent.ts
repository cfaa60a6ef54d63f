/** Finds addresses, credentials and the code in text the service sent, such as an email. Pure. */

export const SENT = ['authUrl', 'orderBaseUrl', 'deliveryBaseUrl', 'clientId', 'clientSecret', 'authorizationCode', 'redirectUri'] as const;
export type Sent = Partial<Record<(typeof SENT)[number], string>>;

/** Labels in the interface's terms; `-` and `_` are replaced by spaces before. */
const NAMES: readonly (readonly [(typeof SENT)[number], RegExp])[] = [
  ['redirectUri', /\bredirect\b/],
  ['authorizationCode', /\b(authori[sz]ation|auth|onboarding) ?code\b|^code$/],
  ['clientSecret', /\b(client|api) ?secret\b/],
  ['clientId', /\bclient ?id\b/],
  ['authUrl', /\b(token|auth\w*|oauth2?)\b/],
  ['deliveryBaseUrl', /\bdeliver(y|ies)\b/],
  ['orderBaseUrl', /\borders?\b/],
];
const ADDRESSES: ReadonlySet<string> = new Set(['authUrl', 'orderBaseUrl', 'deliveryBaseUrl', 'redirectUri']);
const ADDRESS = /https?:\/\/[^\s"'<>,;]+/;

/** Reads `label: value`, `label = value`, `"label": "value"`, or a label line followed by a value line. */
export function readSent(text: string, isKnown: (label: string) => (typeof SENT)[number] | null = () => null): Sent {
  const found: Sent = {};
  /** Label of the previous line, if it had no value. */
  let label = '';
  for (const line of text.split(/\r?\n/)) {
    const address = ADDRESS.exec(line)?.[0].replace(/[.)\]]+$/, '');
    const start = address ? line.indexOf(address) : -1;
    const [, before = '', after = ''] = /^([^:=]*?)\s*[:=]\s*(.*)$/.exec(start < 0 ? line : line.slice(0, start)) ?? [];
    const own = before || (start < 0 ? '' : line.slice(0, start));
    const isNext = nameOf(label, isKnown) !== null && nameOf(own, isKnown) === null;
    const value = unquoted(address ?? (isNext || !before ? line : after));
    const name = nameOf(isNext ? label : own, isKnown) ?? (address ? nameOf(address, isKnown) : null);
    label = isNext || (before && value !== '') || address ? '' : before || line;
    if (name === null || value === '' || /\s/.test(value) || ADDRESSES.has(name) !== (address !== undefined)) continue;
    found[name] ??= value;
  }
  return found;
}

const unquoted = (text: string): string => text.trim().replace(/^["'`]+|["'`,;]+$/g, '');

function nameOf(label: string, isKnown: (label: string) => (typeof SENT)[number] | null): (typeof SENT)[number] | null {
  const plain = label
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return plain === '' ? null : (isKnown(plain) ?? NAMES.find(([, names]) => names.test(plain))?.[0] ?? null);
}
