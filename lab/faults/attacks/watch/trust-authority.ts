/** A venue's certificate authority, as a tablet installs it. */
import { X509Certificate } from 'node:crypto';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';

/** In PEM. `guideUrl`: as `displays.pair` answers. */
export async function authorityOf(guideUrl: string): Promise<string> {
  const answer = await fetch(new URL('/authority.crt', guideUrl));
  return new X509Certificate(Buffer.from(await answer.arrayBuffer())).toString();
}

/** Makes this process trust it. */
export async function trustAuthority(guideUrl: string): Promise<void> {
  setDefaultCACertificates([...getCACertificates('default'), await authorityOf(guideUrl)]);
}
