/** Trusts the system's certificates too: virus scanners and offices install their own authority there. */
import tls from 'node:tls';

/**
 * Takes a tenth of a second, so call it only after a certificate of unknown authority. True if certificates were added, so a retry may
 * work. Never throws.
 */
export function trustSystemCertificates(): boolean {
  try {
    // Node before 22.19 lacks these functions.
    const known = new Set(tls.getCACertificates('default'));
    const more = tls.getCACertificates('system').filter((certificate) => !known.has(certificate));
    if (more.length > 0) tls.setDefaultCACertificates([...known, ...new Set(more)]);
    return more.length > 0;
  } catch {
    return false;
  }
}
