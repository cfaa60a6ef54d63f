/** Serves displays over https, always with a certificate for this computer's current addresses. */
import { type PageServer, servePage } from '../browser/page-server.ts';
import type { Authority } from './authority/authority.ts';
import type { ServerCertificate } from './authority/certificates.ts';

const CHECK_MS = 10_000;
const RENEWED_BEFORE_MS = 30 * 24 * 3_600_000;

/** `names`: IPv4 addresses for which the authority may speak. */
export async function serveSecurely<About>(
  options: Omit<Parameters<typeof servePage<About>>[0], 'tls'> & { authority: Authority },
): Promise<PageServer> {
  const { authority, names } = options;
  const { time } = options.app;
  let issuedFor = '';
  const issue = (): ServerCertificate => {
    issuedFor = names().join();
    return authority.issue(names(), time.wall());
  };
  let certificate = issue();
  const server = await servePage({ ...options, tls: certificate });

  /** Also after the clock was set back. */
  function isDue(): boolean {
    const now = time.wall();
    return names().join() !== issuedFor || now > certificate.until - RENEWED_BEFORE_MS || now < certificate.from;
  }
  function renew(): void {
    if (!isDue()) return;
    certificate = issue();
    server.renewCertificate(certificate);
  }
  const onDefect = (error: unknown): void => options.app.log.error({ err: error }, "the displays' certificate was not renewed");
  const stopChecking = time.every(CHECK_MS, renew, onDefect, { keepsAlive: false });
  return {
    ...server,
    async close() {
      stopChecking();
      await server.close();
    },
  };
}
