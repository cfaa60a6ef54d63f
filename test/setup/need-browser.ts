/**
 * Before the stories in a browser. On a build server a browser is installed where it can be (as root on Debian), and its absence is a failure;
 * elsewhere the stories are skipped, with the reason, where there is none.
 */
import { whyNoBrowser } from './chromium.ts';
import { installDebianPackage } from './install-debian-package.ts';

export default function setUp(): void {
  if (process.env.CI !== 'true' || whyNoBrowser() === null) return;
  installDebianPackage('chromium');
  const why = whyNoBrowser();
  if (why !== null) throw new Error(`With CI=true the stories in a browser must run: ${why}.`);
}
