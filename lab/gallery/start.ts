/**
 * `npm run gallery`: builds and serves the gallery until Ctrl-C. `-- --check` compares stories with kept pictures; `-- --renew` redraws
 * all, `-- --renew board order` only these files.
 */
import { fileURLToPath } from 'node:url';
import { startBrowser } from '../../test/e2e/venue/screen.ts';
import { readCommandLine } from '../../test/setup/command-line.ts';
import { preferHeadlessShell } from '../../test/setup/headless-shell.ts';
import { buildGallery, serveGallery } from './build.ts';
import { check } from './check.ts';
import { ZONE } from './draw.ts';
import { renew } from './renew.ts';

const BUILT = fileURLToPath(new URL('../../node_modules/.cache/tillbridge-gallery', import.meta.url));
const PORT = 6006;

const { values, positionals } = readCommandLine({
  allowPositionals: true,
  options: { check: { type: 'boolean' }, renew: { type: 'boolean' } },
});
// Reports are for the days of one zone on every computer.
process.env.TZ = ZONE;
console.log('Building…');
await buildGallery(BUILT);
if (values.check || values.renew) {
  preferHeadlessShell();
  const server = await serveGallery(BUILT, 0);
  const browser = await startBrowser();
  console.log(`Drawing with Chromium ${browser.version()}…`);
  if (values.renew)
    console.log(`${await renew(browser, server.url, positionals)} pictures were kept: look at what has changed before you commit it.`);
  else {
    const { drawn, problems } = await check(browser, server.url);
    console.log([`${drawn} pictures drawn, ${problems.length} problems`, ...problems].join('\n  '));
    process.exitCode = problems.length === 0 ? 0 : 1;
  }
  await browser.close();
  await server.close();
} else console.log(`Every screen in its states: ${(await serveGallery(BUILT, PORT)).url}`);
