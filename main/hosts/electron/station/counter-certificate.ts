/** Recognizes the counter by the venue's own certificate authority, of which a station's link has the fingerprint. */
import { X509Certificate } from 'node:crypto';
import { connect } from 'node:tls';

const ANSWERS_WITHIN_MS = 10_000;

/** `fingerprint`: SHA-256 of the authority's certificate, hex. Rejects if the counter doesn't answer or has another authority. */
export async function readAuthority(origin: string, fingerprint: string): Promise<X509Certificate> {
  const { hostname, port } = new URL(origin);
  // Nothing is sent before the fingerprint is compared.
  const socket = connect({ host: hostname, port: Number(port || 443), rejectUnauthorized: false, timeout: ANSWERS_WITHIN_MS });
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('secureConnect', resolve);
      socket.once('error', reject);
      socket.once('timeout', () => reject(new Error('The counter does not answer.')));
    });
    const { issuerCertificate } = socket.getPeerCertificate(true);
    const authority = new X509Certificate(issuerCertificate.raw);
    if (authority.fingerprint256.replaceAll(':', '').toLowerCase() !== fingerprint) throw new Error('This is another computer.');
    return authority;
  } finally {
    socket.destroy();
  }
}

/** Dates aren't checked: this computer's clock may be wrong, and the authority is known. */
export function isOfCounter(certificate: string, host: string, authority: X509Certificate): boolean {
  try {
    const shown = new X509Certificate(certificate);
    return shown.checkIssued(authority) && shown.verify(authority.publicKey) && shown.checkIP(host) !== undefined;
  } catch {
    return false;
  }
}
