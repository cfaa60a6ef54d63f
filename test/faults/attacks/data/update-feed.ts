/** Another program in the place of the app: by an address that only looks like this computer's, and by an installer that nobody signed. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openVenue, until } from '../../../e2e/venue/venue.ts';
import { asWindows } from '../../../fake-electron/as-windows.ts';
import { driveDesktopApp } from '../../../fake-electron/drive.ts';
import { openVenueWithoutApp } from '../../../fake-electron/venue-with-desktop.ts';
import type { Chance } from '../../seeded.ts';
import type { Attack } from '../attack.ts';

const ADDRESSES = 2_000;
/** Starting the desktop app takes seconds: in the long run only. */
const INSTALLERS = 20;
/** A right one and a wrong one, in the shortest form as well. */
const CERTIFICATES_TRIED = 2;
const CERTIFICATES = ['CN=Mallory Ltd, O=Mallory Ltd', 'CN=Tillbridge Updates, O=Mallory Ltd', 'O=Tillbridge, CN=Mallory', null];

/** Addresses that a person, or a careless comparison of letters, takes for this computer's own. */
function misleading(chance: Chance): string {
  const own = chance.pick(['127.0.0.1', 'localhost', '[::1]', '127.1']);
  const host = chance.pick(['evil.example', '10.0.0.7', 'evil.example:8443']);
  const port = chance.pick(['', ':80', ':8080', ':x']);
  return chance.pick([
    `http://${own}${port}@${host}/feed`,
    `http://${own}${port}:pass@${host}/feed`,
    `https://${own}${port}@${host}/feed`,
    `http://${own}.${host}/feed`,
    `http://${host}/${own}${port}`,
    `http://${host}#@${own}/`,
    `http://${own}%2f@${host}/`,
    `http://${own}\t@${host}/`,
    `http://${host}\\@${own}/`,
    `http://${own.replaceAll('.', '。')}.${host}/`,
  ]);
}

/** Whether the bytes that come from there can be anybody's. */
function isAnybodys(address: string): boolean {
  const { protocol, hostname, username } = new URL(address);
  return username !== '' || (protocol !== 'https:' && !/^(127\.\d+\.\d+\.\d+|localhost|\[::1\])$/.test(hostname));
}

export const updateFeed: Attack = {
  wants: 'an update comes from a stranger: from an address that only looks like this computer, or with nobody’s signature',
  async run({ chance, tries, say }) {
    const reached: string[] = [];
    const addresses = tries(ADDRESSES);
    const venue = await openVenue({ printers: false });
    try {
      for (let at = 0; at < addresses; at += 1) {
        const feed = misleading(chance);
        const saved = await venue.call('settings.saveDesktop', { desktop: { update_feed: feed } });
        if (!saved.ok) continue;
        const now = await venue.call('settings.get', {});
        const kept = now.ok ? now.value.settings.desktop.update_feed : null;
        if (kept !== null && isAnybodys(kept)) reached.push(`updates come from ${new URL(kept).host} by ${JSON.stringify(feed)}`);
      }
    } finally {
      await venue.close();
    }
    const installers = Math.max(CERTIFICATES_TRIED, tries(INSTALLERS));
    for (let at = 0; at < installers; at += 1) {
      const signedBy = CERTIFICATES[at % CERTIFICATES.length] ?? null;
      if (await isInstalled(signedBy))
        reached.push(`a new version signed by ${signedBy ?? 'nobody that Windows can name'} is ready to be installed`);
      say(`${at + 1} of ${installers} installers`);
    }
    return { tried: addresses + installers, reached };
  },
};

/** Whether the app on Windows holds a version ready that this certificate signed. */
async function isInstalled(signedBy: string | null): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-attack-feed-'));
  const installer = 'not the publisher';
  const sha512 = createHash('sha512').update(installer).digest('base64');
  const feed = createServer((request, response) => {
    const file = { url: 'Tillbridge-9.9.9.exe', sha512, size: installer.length };
    if (request.url?.includes('.yml')) response.end(JSON.stringify({ version: '9.9.9', files: [file], path: file.url, sha512 }));
    else response.end(installer);
  });
  await new Promise<void>((resolve) => feed.listen(0, '127.0.0.1', resolve));
  const venue = await openVenueWithoutApp();
  const file = join(venue.dataDir, 'settings.json');
  const update_feed = `http://127.0.0.1:${(feed.address() as AddressInfo).port}`;
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), desktop: { update_feed } }));
  const env = { STAND_IN_PACKAGED: 'yes' };
  const app = await driveDesktopApp({ dataDir: venue.dataDir, ...asWindows(folder, { publishers: ['Tillbridge'], signedBy }, env) });
  try {
    const told = app.page().getByText(/is ready\.|was refused/);
    await until('what became of it', () => told.count(), 60_000);
    return (await app.page().getByText('is ready.').count()) > 0;
  } finally {
    await app.kill();
    await venue.close();
    feed.close();
    feed.closeAllConnections();
    rmSync(folder, { recursive: true, force: true });
  }
}
