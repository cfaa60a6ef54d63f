/**
 * The one rule for every address that someone enters: https, and plain http only where it does not leave this computer. An address is
 * judged by what a parser makes of it, never by how its text begins: `http://127.0.0.1:80@evil.example` goes to evil.example.
 */
import * as v from 'valibot';
import { mistake } from './mistake.ts';

/** Printers write `192.168.001.050` for 192.168.1.50; parsers take numbers with a zero in front for octal ones, and go elsewhere. */
const PADDED = /^\d{1,3}(\.\d{1,3}){3}$/;
const PADDED_IN_ADDRESS = /^(\s*https?:[\\/]*(?:[^\\/?#]*@)?)(\d{1,3}(?:\.\d{1,3}){3})(?=[:\\/?#]|\s*$)/i;
const plainNumbers = (host: string): string => host.split('.').map(Number).join('.');

/** A host alone, as someone enters it: `printer.local`, `192.168.001.050`, `[::1]`; as a connection takes it. */
export function readHost(text: string): string {
  const host = text.trim().replace(/^\[(.+)\]$/, '$1');
  return PADDED.test(host) ? plainNumbers(host) : host;
}

/** Host and port as an address has them. */
export function hostAndPort(host: string, port: number): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}

/** Where this computer itself reaches what listens on `host`, which may be all of its addresses. */
export function reachedAt(host: string, port: number): string {
  return hostAndPort(host === '0.0.0.0' ? '127.0.0.1' : /^[0:]*:[0:]*$/.test(host) ? '::1' : host, port);
}

/** The address as a parser reads it; null when it is none of http or https. Never throws. */
export function readAddress(text: string): URL | null {
  const url = URL.parse(text.trim().replace(PADDED_IN_ADDRESS, (_, before: string, host: string) => before + plainNumbers(host)));
  // Chromium reads a space in a host as %20, Node refuses it: the form and the bridge are to be of one mind.
  return url && (url.protocol === 'https:' || url.protocol === 'http:') && /^[^%]+$/.test(url.hostname) ? url : null;
}

/**
 * Whether a host name, as a parsed address has it, is this computer. The parser has turned `127.1`, `2130706433` and `0x7f.1` into
 * `127.0.0.1` by then. An IPv4 address inside an IPv6 one, `0.0.0.0`, `localhost.` and names below `localhost` are no one's need: no.
 */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname);
}

/** Whether plain http may be spoken with it: on this computer only. */
export function mayBePlain(url: URL): boolean {
  return isLoopback(url.hostname);
}

/** Scheme, host and port: whom a secret is sent to. Null for what is no address. */
export function originOf(text: string | null): string | null {
  return text === null ? null : (readAddress(text)?.origin ?? null);
}

/** A name or number of a network that is not the internet: a private one, or one that only the venue's own network can know. */
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

/** Stands on the screen for a password or a key that an address holds. */
export const HIDDEN = '•••';

/** An address as a request takes it: a user name and password in it become a header, because no request takes them otherwise. Never throws. */
export function asRequest(address: string): { url: string; headers: Record<string, string> } {
  const url = readAddress(address);
  if (!url || (url.username === '' && url.password === '')) return { url: address, headers: {} };
  const bytes = new TextEncoder().encode(`${decoded(url.username)}:${decoded(url.password)}`);
  url.username = '';
  url.password = '';
  return { url: url.href, headers: { authorization: `Basic ${btoa(String.fromCharCode(...bytes))}` } };
}

/** `%C3%A9` as what it stands for, and a percent sign that stands for itself, as in `50%off`, as it was typed. */
function decoded(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (signs) => {
    try {
      return decodeURIComponent(signs);
    } catch {
      return signs;
    }
  });
}

/** Longer than any address. */
const isShort = v.maxLength<string, 2000>(2000);
const isAddress = v.check((text: string) => readAddress(text) !== null, mistake('field.enterAddress'));
const isSafe = v.check((text: string) => isSafeOwn(text, false), mistake('address.httpsRequired'));
/** Paths are put behind it, and what it held of a secret would be told with it. */
const isBare = v.check((text: string) => {
  const url = readAddress(text);
  return url === null || (url.username === '' && url.password === '' && !/[?#]/.test(text));
}, mistake('address.removeCredentials'));
/** As the parser reads it, so that what is kept and shown is where it goes. */
const asRead = v.transform((text: string) => (readAddress(text)?.href ?? text).replace(/\/+$/, ''));

/** An address of the service, to which secrets go. */
export const ServiceAddress = v.pipe(v.string(mistake('field.enterAddress')), isShort, isAddress, isSafe, isBare, asRead);

/** Typed without what it begins with, as `127.0.0.1:8750`: plain on this computer, https elsewhere. */
function withScheme(text: string): string {
  if (/^[a-z][a-z+.-]*:(?!\d)/i.test(text)) return text;
  const url = readAddress(`https://${text}`);
  return url && mayBePlain(url) ? `http://${text}` : `https://${text}`;
}

/** As an operator hands it out: `wss://` goes to the same place as `https://`, and the path of the counters is put behind it here. */
const asOfRelay = v.transform((text: string) =>
  withScheme(text.trim())
    .replace(/^ws(s?):/i, 'http$1:')
    .replace(/\/counter\/*$/, ''),
);

/** An address of a relay, to which the key of this counter goes. */
export const RelayAddress = v.pipe(v.string(mistake('field.enterAddress')), isShort, asOfRelay, isAddress, isSafe, isBare, asRead);

/** An address of the venue's own (a till, a chat, a light), which may hold a key: `ownIsSafe` says whether it may be plain. */
export const OwnAddress = v.pipe(v.string(mistake('field.enterAddress')), isShort, isAddress, asRead);

/** An address for people to open. */
export const WebAddress = v.pipe(v.string(mistake('field.enterAddress')), isShort, isAddress, asRead);

/** Names and numbers as a content security policy writes them. One with a sign of its own in it (`*`, `;`) would let in others; `[::1]` it cannot say. */
const PLAIN_HOST = /^[a-z0-9-]+(\.[a-z0-9-]+)*$/;
const TILE_PARTS = ['{z}', '{x}', '{y}'];

/** Whether it names tiles by their place (`{z}`, `{x}`, `{y}`), and not a style that says where they are. */
export function isTileTemplate(address: string): boolean {
  return TILE_PARTS.every((part) => address.includes(part));
}

/** As it goes out, but for the parts that are filled in: a parser writes their brackets in percent signs. */
const asTileAddress = v.transform((text: string) => (readAddress(text)?.href ?? text).replaceAll(/%7B([\w-]+)%7D/gi, '{$1}'));

const isOfTiles = v.check(
  (text: string) => {
    const url = readAddress(text);
    const isWhole = isTileTemplate(text) || !TILE_PARTS.some((part) => text.includes(part));
    // As it is shown it may have lost a part: whoever takes it puts the whole one in its place.
    const isShown = text.includes(HIDDEN);
    return url !== null && PLAIN_HOST.test(url.hostname) && url.username === '' && url.password === '' && (isWhole || isShown);
  },
  mistake('field.enterTileAddress', { parts: TILE_PARTS.join(', '), example: 'https://tiles.example.test/{z}/{x}/{y}.png' }),
);

/** An address of a map's tiles, or of its MapLibre style; a key may stand in it. */
export const TileAddress = v.pipe(v.string(mistake('field.enterAddress')), isShort, isAddress, isSafe, isOfTiles, asTileAddress);

/** The check of settings that have an own address, and a switch by which someone said that it knows no https. */
export function ownIsSafe<T>(addressOf: (given: T) => string | null | undefined, allowsPlain: (given: T) => boolean) {
  return v.check((given: T) => isSafeOwn(addressOf(given) ?? '', allowsPlain(given)), mistake('address.httpsOrLocalNetwork'));
}

function isSafeOwn(text: string, allowsPlain: boolean): boolean {
  const url = readAddress(text);
  return url === null || url.protocol === 'https:' || mayBePlain(url) || (allowsPlain && isAtHome(url.hostname));
}
