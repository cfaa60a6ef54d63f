/** The certificates that this computer trusts, beside those that Node brings: virus scanners and offices put their own authority there. */
import tls from 'node:tls';

/**
 * From now on this process trusts what the system does. Reading them takes a tenth of a second, so it is done where a certificate was not
 * known. True where that made any difference: whoever met the certificate tries again then. Never throws.
 */
export function trustSystemCertificates(): boolean {
  try {
    // Node before 22.19 can do neither.
    const known = new Set(tls.getCACertificates('default'));
    const more = tls.getCACertificates('system').filter((certificate) => !known.has(certificate));
    if (more.length > 0) tls.setDefaultCACertificates([...known, ...new Set(more)]);
    return more.length > 0;
  } catch {
    return false;
  }
}
