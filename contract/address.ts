/**
 * Rules for entered addresses: https, and plain http only to this computer. The parsed address is checked, not its text:
 * `http://127.0.0.1:80@evil.example` goes to evil.example.
 */
import * as v from 'valibot';
import { mistake } from './mistake.ts';

/** Printers show `192.168.001.050`; parsers read numbers with leading zeros as octal and reach another host. */
const PADDED = /^\d{1,3}(\.\d{1,3}){3}$/;
const PADDED_IN_ADDRESS = /^(\s*https?:[\\/]*(?:[^\\/?#]*@)?)(\d{1,3}(?:\.\d{1,3}){3})(?=[:\\/?#]|\s*$)/i;
const plainNumbers = (host: string): string => host.split('.').map(Number).join('.');

export function readHost(text: string): string {
  const host = text.trim().replace(/^\[(.+)\]$/, '$1');
  return PADDED.test(host) ? plainNumbers(host) : host;
}

export function hostAndPort(host: string, port: number): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}

export function reachedAt(host: string, port: number): string {
  return hostAndPort(host === '0.0.0.0' ? '127.0.0.1' : /^[0:]*:[0:]*$/.test(host) ? '::1' : host, port);
}

/** Null if it isn't an http or https address. Never throws. */
export function readAddress(text: string): URL | null {
  const url = URL.parse(text.trim().replace(PADDED_IN_ADDRESS, (_, before: string, host: string) => before + plainNumbers(host)));
  // Chromium reads a space in a host as %20, Node refuses it. Both sides must agree.
  return url && (url.protocol === 'https:' || url.protocol === 'http:') && /^[^%]+$/.test(url.hostname) ? url : null;
}

/**
 * Whether a parsed host name is this computer. The parser has already normalized `127.1`, `2130706433` and `0x7f.1`. `0.0.0.0`, mapped
 * IPv4, `localhost.` and names under `localhost` don't count.
 */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname);
}

export function mayBePlain(url: URL): boolean {
  return isLoopback(url.hostname);
}

export function originOf(text: string | null): string | null {
  return text === null ? null : (readAddress(text)?.origin ?? null);
}

function isAtHome(hostname: string): boolean {
  if (isLoopback(hostname)) return true;
  const parts = /^(\d+)\.(\d+)\.\d+\.\d+$/.exec(hostname);
  if (parts) {
    const [first, second] = [Number(parts[1]), Number(parts[2])];
    return (
      first === 10 ||
      (first === 172 && second >= 16 && second <= 31) ||
      (first === 192 && second === 168) ||
      (first === 169 && second === 254)
    );
  }
  if (hostname.startsWith('[')) return /^\[(f[cd][0-9a-f]{2}|fe[89ab][0-9a-f]):/.test(hostname);
  return !hostname.includes('.') || /\.(local|lan|home|home\.arpa|internal)$/.test(hostname);
}

/** Shown in place of a password or key in an address. */
export const HIDDEN = '•••';

/** Moves a user name and password into a header, as `fetch` refuses them in URLs. Never throws. */
export function asRequest(address: string): { url: string; headers: Record<string, string> } {
  const url = readAddress(address);
  if (!url || (url.username === '' && url.password === '')) return { url: address, headers: {} };
  const bytes = new TextEncoder().encode(`${decoded(url.username)}:${decoded(url.password)}`);
  url.username = '';
  url.password = '';
  return { url: url.href, headers: { authorization: `Basic ${btoa(String.fromCharCode(...bytes))}` } };
}

/** Decodes percent escapes and keeps invalid ones as typed, as in `50%off`. */
function decoded(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (signs) => {
    try {
      return decodeURIComponent(signs);
    } catch {
      return signs;
    }
  });
}

const isShort = v.maxLength<string, 2000>(2000);
const isAddress = v.check((text: string) => readAddress(text) !== null, mistake('field.enterAddress'));
const isSafe = v.check((text: string) => isSafeOwn(text, false), mistake('address.httpsRequired'));
/** Paths are appended to this address, and a secret in it would be disclosed with it. */
const isBare = v.check((text: string) => {
  const url = readAddress(text);
  return url === null || (url.username === '' && url.password === '' && !/[?#]/.test(text));
}, mistake('address.removeCredentials'));
/** Saved as parsed, so the address shown is the one contacted. */
const asRead = v.transform((text: string) => (readAddress(text)?.href ?? text).replace(/\/+$/, ''));

/** An address of the service, which receives secrets. */
export const ServiceAddress = v.pipe(v.string(mistake('field.enterAddress')), isShort, isAddress, isSafe, isBare, asRead);

/** Adds a missing scheme: http for this computer, as in `127.0.0.1:8750`, else https. */
function withScheme(text: string): string {
  if (/^[a-z][a-z+.-]*:(?!\d)/i.test(text)) return text;
  const url = readAddress(`https://${text}`);
  return url && mayBePlain(url) ? `http://${text}` : `https://${text}`;
}

/** Operators give out relay addresses with `wss://` and the `/counter` path. Both are removed; the path is appended later. */
const asOfRelay = v.transform((text: string) =>
  withScheme(text.trim())
    .replace(/^ws(s?):/i, 'http$1:')
    .replace(/\/counter\/*$/, ''),
);

/** An address of a relay, which receives this computer's relay key. */
export const RelayAddress = v.pipe(v.string(mistake('field.enterAddress')), isShort, asOfRelay, isAddress, isSafe, isBare, asRead);

/** An address of the venue's own device or program; may hold a key. `ownIsSafe` checks whether it may be plain http. */
export const OwnAddress = v.pipe(v.string(mistake('field.enterAddress')), isShort, isAddress, asRead);

export const WebAddress = v.pipe(v.string(mistake('field.enterAddress')), isShort, isAddress, asRead);

/** Hosts that a content security policy can express: no `[::1]`, and no `*` or `;`, which would allow other hosts. */
const PLAIN_HOST = /^[a-z0-9-]+(\.[a-z0-9-]+)*$/;
const TILE_PARTS = ['{z}', '{x}', '{y}'];

export function isTileTemplate(address: string): boolean {
  return TILE_PARTS.every((part) => address.includes(part));
}

/** The parser escapes the braces of placeholders. */
const asTileAddress = v.transform((text: string) => (readAddress(text)?.href ?? text).replaceAll(/%7B([\w-]+)%7D/gi, '{$1}'));

const isOfTiles = v.check(
  (text: string) => {
    const url = readAddress(text);
    const isWhole = isTileTemplate(text) || !TILE_PARTS.some((part) => text.includes(part));
    // A text from the screen may have `HIDDEN` in place of a part, which the app restores later.
    const isShown = text.includes(HIDDEN);
    return url !== null && PLAIN_HOST.test(url.hostname) && url.username === '' && url.password === '' && (isWhole || isShown);
  },
  mistake('field.enterTileAddress', { parts: TILE_PARTS.join(', '), example: 'https://tiles.example.test/{z}/{x}/{y}.png' }),
);

/** An address of map tiles or a MapLibre style; may hold a key. */
export const TileAddress = v.pipe(v.string(mistake('field.enterAddress')), isShort, isAddress, isSafe, isOfTiles, asTileAddress);

export function ownIsSafe<T>(addressOf: (given: T) => string | null | undefined, allowsPlain: (given: T) => boolean) {
  return v.check((given: T) => isSafeOwn(addressOf(given) ?? '', allowsPlain(given)), mistake('address.httpsOrLocalNetwork'));
}

function isSafeOwn(text: string, allowsPlain: boolean): boolean {
  const url = readAddress(text);
  return url === null || url.protocol === 'https:' || mayBePlain(url) || (allowsPlain && isAtHome(url.hostname));
}
