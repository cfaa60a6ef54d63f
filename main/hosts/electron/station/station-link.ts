/** The link that makes a computer a station: the counter's address, its authority's fingerprint and a pairing code. */
import { readCode } from '../../../../contract/entry.ts';

export interface StationLink {
  /** `https://host:port`. */
  origin: string;
  /** SHA-256 of the authority's certificate, hex. */
  authority: string;
  code: string;
}

/** `https://192.168.1.5:8743/?authority=HEX#CODE`. Throws an Error naming the mistake. */
export function readStationLink(typed: string): StationLink {
  const url = URL.parse(typed.trim());
  if (url?.protocol !== 'https:') throw new Error('--station needs the link from Settings, Screens and tablets. It starts with https://.');
  const authority = url.searchParams.get('authority')?.toLowerCase() ?? '';
  const code = readCode(url.hash);
  if (!/^[\da-f]{64}$/.test(authority) || code === null)
    throw new Error('The link of --station is incomplete. Copy all of it, or make a new one.');
  return { origin: url.origin, authority, code };
}
