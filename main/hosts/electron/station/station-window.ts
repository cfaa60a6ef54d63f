/** Tillbridge as a station of another computer: a window with the counter's page, whose certificate is checked by us. */
import { app, BrowserWindow, protocol, session } from 'electron';
import * as v from 'valibot';
import { type Language, languageFor } from '../../../../contract/contract.ts';
import type { Cancel, Time } from '../../../../shared/time/time.ts';
import { counterAway } from '../../../app/trouble.ts';
import { PAGE_HEADERS } from '../../counter-page.ts';
import { troublePage } from '../../trouble-page.ts';
import { relaunch } from '../relaunch.ts';
import { preferences, shutIn } from '../window/main-window.ts';
import { PAGE_SCHEME } from '../window/page.ts';
import { isOfCounter, readAuthority } from './counter-certificate.ts';
import { type KeptStation, keepStation, readStation } from './kept-station.ts';
import type { StationLink } from './station-link.ts';

const AWAY_ADDRESS = `${PAGE_SCHEME}://counter/away`;
const TRY_AGAIN_MS = 2_000;
/** Chromium's ERR_ABORTED: another address is loaded instead. */
const ABORTED = -3;

/** `code`: until the counter's page has loaded with it. */
interface Counter extends KeptStation {
  code: string | null;
}

/** A second start sends its arguments itself: Chromium reorders those that it passes on. */
const SecondStart = v.object({ args: v.array(v.string()) });

interface StationOptions {
  dataDir: string;
  icon: string;
  time: Time;
  readOptions: (args: readonly string[]) => { station: StationLink | 'leave' | null; restoreBackup: string | null };
  /** Says why a second start's link isn't used. */
  complain: (error: unknown) => void;
}

/** A station has no settings of its own. */
export const systemLanguage = (): Language => languageFor(app.getPreferredSystemLanguages()) ?? 'en';

/** Rejects if the link's counter isn't there, or the kept one is unreadable. */
export async function openStation(options: StationOptions & { link: StationLink | null }): Promise<void> {
  const { dataDir, link } = options;
  await app.whenReady();
  let counter: Counter = link ? await pair(dataDir, link) : { ...readStation(dataDir), code: null };
  shutIn((address) => URL.parse(address)?.origin === counter.origin || address === AWAY_ADDRESS);
  session.defaultSession.setCertificateVerifyProc(({ hostname, certificate }, answer) => {
    const isOwn = hostname === new URL(counter.origin).hostname && isOfCounter(certificate.data, hostname, counter.authority);
    answer(isOwn ? 0 : -2);
  });
  const away = troublePage(counterAway(systemLanguage()));
  protocol.handle(PAGE_SCHEME, () => new Response(away, { headers: { ...PAGE_HEADERS, 'content-type': 'text/html; charset=utf-8' } }));
  const window = show(options, () => counter);
  app.on('second-instance', (_event, _args, _folder, sent) => {
    window.show();
    if (!v.is(SecondStart, sent)) return;
    const next = options.readOptions(sent.args);
    if (next.station === 'leave' || next.restoreBackup !== null) {
      relaunch(sent.args);
      app.exit(0);
    } else if (next.station) {
      pair(dataDir, next.station).then((paired) => {
        counter = paired;
        window.load();
      }, options.complain);
    }
  });
}

async function pair(dataDir: string, { origin, authority: fingerprint, code }: StationLink): Promise<Counter> {
  const authority = await readAuthority(origin, fingerprint);
  keepStation(dataDir, { origin, authority });
  return { origin, authority, code };
}

/** While the counter is away, the window says so and tries again. */
function show({ icon, time }: StationOptions, current: () => Counter): { show(): void; load(): void } {
  const window = new BrowserWindow({ title: 'Tillbridge', icon, autoHideMenuBar: true, webPreferences: preferences() });
  const { webContents } = window;
  let again: Cancel | undefined;
  const load = (): void => {
    again?.();
    const counter = current();
    const { origin, code } = counter;
    window.loadURL(code === null ? origin : `${origin}/#${code}`).then(
      () => {
        counter.code = null;
      },
      () => undefined,
    );
  };
  webContents.on('did-fail-load', (_event, reason, _text, address, isMainFrame) => {
    if (!isMainFrame || reason === ABORTED || URL.parse(address)?.origin !== current().origin) return;
    window.loadURL(AWAY_ADDRESS).catch(() => undefined);
    again?.();
    again = time.after(TRY_AGAIN_MS, load);
  });
  webContents.on('render-process-gone', load);
  window.once('closed', () => again?.());
  load();
  return {
    load,
    show() {
      if (window.isMinimized()) window.restore();
      window.show();
      window.focus();
    },
  };
}
