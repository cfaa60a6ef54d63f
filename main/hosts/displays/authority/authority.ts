/** The venue's own certificate authority: made once, its key in the vault. See docs/decisions/venue-authority.md. */
import * as v from 'valibot';
import type { ServerCertificate } from './certificates.ts';

export interface Authority {
  /** Shown on tablets. */
  name: string;
  /** DER. */
  certificate: Buffer;
  /** SHA-256 in pairs of digits, as systems show it. */
  fingerprint: string;
  /** A new server certificate for these IPv4 addresses. */
  issue(addresses: readonly string[], now: number): ServerCertificate;
}

/** Of the vault. Both may throw its error. */
interface Entries {
  get(name: string): Promise<string | null>;
  set(name: string, value: string): Promise<void>;
}

const ENTRY = 'counter/stations-authority';
const Kept = v.pipe(v.string(), v.parseJson(), v.object({ certificate: v.string(), key: v.string() }));

/** `now`: epoch ms. Makes an authority if the vault has none that is valid. */
export async function openAuthority(vault: Entries, now: number): Promise<Authority> {
  // Loaded only where displays are allowed.
  const { makeAuthority, makeServerCertificate, plausible, readAuthority } = await import('./certificates.ts');
  const text = await vault.get(ENTRY);
  const read = text === null ? null : v.safeParse(Kept, text);
  const kept = read?.success ? readAuthority(read.output) : null;
  const isValid = kept !== null && plausible(now) < kept.certificate.validToDate.getTime();
  const used = isValid ? kept : makeAuthority(now);
  if (!isValid) {
    const key = used.key.export({ type: 'pkcs8', format: 'der' }).toString('base64');
    await vault.set(ENTRY, JSON.stringify({ certificate: used.certificate.raw.toString('base64'), key }));
  }
  return {
    name: used.certificate.subject.replace(/^CN=/, ''),
    certificate: used.certificate.raw,
    fingerprint: used.certificate.fingerprint256.replaceAll(':', ' '),
    issue: (addresses, at) => makeServerCertificate(used, addresses, at),
  };
}
