/** Makes this process trust a venue's certificate authority, as a tablet does that installed it. */
import { X509Certificate } from 'node:crypto';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';

/** `guideUrl`: as `displays.pair` answers. */
export async function trustAuthority(guideUrl: string): Promise<void> {
  const answer = await fetch(new URL('/authority.crt', guideUrl));
  const authority = new X509Certificate(Buffer.from(await answer.arrayBuffer()));
  setDefaultCACertificates([...getCACertificates('default'), authority.toString()]);
}
