/** If there is no browser, a build server installs one (root on Debian) or fails; elsewhere browser tests are skipped with a reason. */
import { whyNoBrowser } from './chromium.ts';
import { installDebianPackage } from './install-debian-package.ts';

export default function setUp(): void {
  if (process.env.CI !== 'true' || whyNoBrowser() === null) return;
  installDebianPackage('chromium');
  const why = whyNoBrowser();
  if (why !== null) throw new Error(`With CI=true the stories in a browser must run: ${why}.`);
}
