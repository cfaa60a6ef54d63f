/**
 * `npm run gallery`: builds the page of all components and serves it until Ctrl-C. `-- --renew` draws every story anew, for the pictures
 * that tests compare with; `-- --renew board order` only those of these files.
 */
import { fileURLToPath } from 'node:url';
import { startBrowser } from '../e2e/venue/screen.ts';
import { buildGallery, serveGallery } from './build.ts';
import { renew } from './renew.ts';

const BUILT = fileURLToPath(new URL('../../node_modules/.cache/tillbridge-gallery', import.meta.url));
const PORT = 6006;

const [renewing, ...groups] = process.argv.slice(2);
if (renewing !== undefined && renewing !== '--renew') throw new Error(`npm run gallery knows --renew alone, and not ${renewing}.`);
console.log('Building…');
await buildGallery(BUILT);
const server = await serveGallery(BUILT, renewing ? 0 : PORT);
if (renewing) {
  const browser = await startBrowser();
  console.log(`Drawing with Chromium ${browser.version()}…`);
  console.log(`${await renew(browser, server.url, groups)} pictures were kept: look at what has changed before you commit it.`);
  await browser.close();
  await server.close();
} else console.log(`Every component in every state: ${server.url}`);
