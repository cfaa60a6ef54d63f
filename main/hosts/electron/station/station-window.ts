/** Tillbridge as a station of another computer: a window with the counter's page, whose certificate is checked by us. */
import { X509Certificate } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { app, BrowserWindow, protocol, session } from 'electron';
import * as v from 'valibot';
import { message } from '../../../../contract/message.ts';
import { writePrivately } from '../../../../shared/files/private-files.ts';
import type { Cancel, Time } from '../../../../shared/time/time.ts';
import { cannotStart } from '../../../app/trouble.ts';
import { PAGE_HEADERS } from '../../counter-page.ts';
import { troublePage } from '../../trouble-page.ts';
import { preferences, shutIn } from '../window/main-window.ts';
import { PAGE_SCHEME } from '../window/page.ts';
import { isOfCounter, readAuthority } from './counter-certificate.ts';
import type { StationLink } from './station-link.ts';

const FILE = 'station.json';
/** Where the counter keeps its settings: that folder is a counter's. */
const COUNTERS_FILE = 'settings.json';
const AWAY_ADDRESS = `${PAGE_SCHEME}://counter/away`;
const TRY_AGAIN_MS = 2_000;

/** `authority`: the certificate of the venue's authority, PEM. */
const Kept = v.object({ origin: v.string(), authority: v.string() });
type Kept = v.InferOutput<typeof Kept>;

export const isStation = (dataDir: string): boolean => existsSync(join(dataDir, FILE));

/** The key in the page's storage stays; the counter ends it. */
export const leaveStation = (dataDir: string): void => rmSync(join(dataDir, FILE), { force: true });

/** Rejects with what to do if the link's counter isn't there, or this folder is a counter's. */
export async function openStation(options: { dataDir: string; icon: string; link: StationLink | null; time: Time }): Promise<void> {
  const { dataDir, icon, link, time } = options;
  if (existsSync(join(dataDir, COUNTERS_FILE)))
    throw new Error('This computer receives orders itself. To use it as a station, start it with another --data-dir.');
  const { origin, authority } = link ? await pair(dataDir, link) : readKept(dataDir);
  await app.whenReady();
  const known = new X509Certificate(authority);
  const isOwn = (address: string): boolean => URL.parse(address)?.origin === origin || address === AWAY_ADDRESS;
  shutIn(isOwn);
  session.defaultSession.setCertificateVerifyProc(({ hostname, certificate }, answer) => {
    answer(hostname === new URL(origin).hostname && isOfCounter(certificate.data, hostname, known) ? 0 : -2);
  });
  const away = troublePage(cannotStart(dataDir, { text: message('station.counterAway'), hint: message('station.checkCounter') }));
  protocol.handle(PAGE_SCHEME, () => new Response(away, { headers: { ...PAGE_HEADERS, 'content-type': 'text/html; charset=utf-8' } }));
  show(icon, time, origin, link?.code ?? null);
}

async function pair(dataDir: string, { origin, authority: fingerprint }: StationLink): Promise<Kept> {
  const authority = await readAuthority(origin, fingerprint);
  const kept: Kept = { origin, authority: authority.toString() };
  writePrivately(join(dataDir, FILE), JSON.stringify(kept));
  return kept;
}

function readKept(dataDir: string): Kept {
  return v.parse(Kept, JSON.parse(readFileSync(join(dataDir, FILE), 'utf8')));
}

/** While the counter is away, the window says so and tries again. */
function show(icon: string, time: Time, origin: string, code: string | null): void {
  const window = new BrowserWindow({ title: 'Tillbridge', icon, autoHideMenuBar: true, webPreferences: preferences() });
  const { webContents } = window;
  let again: Cancel | undefined;
  const load = (address: string): void => void window.loadURL(address).catch(() => undefined);
  webContents.on('did-fail-load', (_event, _code, _text, address, isMainFrame) => {
    if (!isMainFrame || URL.parse(address)?.origin !== origin) return;
    load(AWAY_ADDRESS);
    again?.();
    again = time.after(TRY_AGAIN_MS, () => load(origin));
  });
  webContents.on('render-process-gone', () => load(origin));
  window.once('closed', () => again?.());
  app.on('second-instance', () => {
    window.show();
    window.focus();
  });
  load(code === null ? origin : `${origin}/#${code}`);
}
