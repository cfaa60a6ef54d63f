/** Stations, kitchen displays and customer screens in the venue's network, each paired by its own code and unpaired alone. */

import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { NewScreen, type PairedScreen, type Problem, type TabletView } from '../../../contract/contract.ts';
import { message } from '../../../contract/message.ts';
import type { Cancel } from '../../../shared/time/time.ts';
import type { App } from '../../app/app.ts';
import type { ClientLimits } from '../browser/client-link.ts';
import { createTabletCodes } from '../browser/one-time-codes.ts';
import { type PageServer, servePage } from '../browser/page-server.ts';
import { openSessions } from '../browser/sessions.ts';
import { clientOf } from './paired-client.ts';
import { openScreenFeeds } from './screen-feeds.ts';

const FILE = 'tablets.json';
const CODE_VALID_MS = 10 * 60_000;
const MOST_TABLETS = 50;
/** After this, an unused tablet must be paired again. */
const UNUSED_MS = 90 * 24 * 3_600_000;
const TRY_AGAIN_MS = 5_000;
const NOTICE = 'displays-port';
const LIMITS: ClientLimits = { callsPerSecond: 10, burst: 30, unreadBytes: 8 * 1024 * 1024, beatMs: 400 };
const FRAME_LIMIT = 64 * 1024;

export function keepDisplays(options: { app: App; rendererDir: string; dataDir: string }): { stop(): Promise<void> } {
  const { app, dataDir } = options;
  const { time } = app;
  const codes = createTabletCodes<NewScreen>(time.monotonic);
  const sessions = openSessions<NewScreen>({
    file: join(dataDir, FILE),
    about: NewScreen,
    most: MOST_TABLETS,
    unusedMs: UNUSED_MS,
    now: time.wall,
    onTrouble: (error) => app.log.error({ err: error }, 'the keys of the tablets could not be kept'),
  });
  let server: (PageServer & { stopFeeds(): void }) | null = null;
  let trouble: Problem | null = null;
  let changing: Promise<void> = Promise.resolve();
  let notAgain: Cancel | undefined;

  async function open(port: number): Promise<void> {
    const feeds = openScreenFeeds(app);
    try {
      const serving = await servePage({
        ...options,
        place: 'display',
        address: '0.0.0.0',
        port,
        names: addresses,
        frameLimit: FRAME_LIMIT,
        sessions,
        takeCode,
        viewOf: ({ view }) => view,
        clientOf: (screen) => clientOf(app, feeds, screen),
        limits: LIMITS,
      });
      server = { ...serving, stopFeeds: feeds.stop };
      trouble = null;
      app.clearNotice(NOTICE);
    } catch (error) {
      feeds.stop();
      app.log.warn({ err: error, port }, 'the displays are not served');
      // Tries no other port: tablets return only to this one.
      trouble = {
        code: 'port-taken',
        text: message('tablet.portInUse', { port }),
        hint: message('tablet.freePort'),
      };
      app.raiseNotice(NOTICE, 'error', trouble.text, trouble.hint ?? '');
      notAgain = time.after(TRY_AGAIN_MS, followSoon);
    }
  }

  const isTaken = (name: string): boolean => sessions.list().some(({ about }) => asRead(about.name) === asRead(name));

  /** Null also if another screen took the name since the code was made. */
  function takeCode(id: string) {
    const taken = codes.take(id);
    return taken && isTaken(taken.about.name) ? null : taken;
  }

  async function close(): Promise<void> {
    server?.stopFeeds();
    await server?.close();
    server = null;
  }

  async function follow(): Promise<void> {
    const { on, port } = app.displays.get();
    notAgain?.();
    if (on && !server) await open(port);
    if (!on) {
      if (trouble) app.clearNotice(NOTICE);
      trouble = null;
      unpair(null);
      codes.clear();
      await close();
    }
  }
  function followSoon(): void {
    changing = changing.then(follow).catch((error: unknown) => app.log.error({ err: error }, 'the displays could not be served'));
  }

  function unpair(id: string | null): boolean {
    const known = sessions.list().some((tablet) => id === null || tablet.id === id);
    sessions.end(id);
    if (id === null) codes.clear();
    server?.unpair(id);
    return known || id === null;
  }

  function change(id: string, screen: PairedScreen): boolean {
    const paired = sessions.list().find((one) => one.id === id);
    if (!paired || !sessions.change(id, { ...screen, name: paired.about.name })) return false;
    server?.reconnect(id);
    return true;
  }

  function tabletView({ id, about, madeAt, seenAt }: ReturnType<typeof sessions.list>[number]): TabletView {
    const isHere = server?.isHere(id) ?? false;
    const iso = (at: number) => new Date(at).toISOString();
    return { ...about, id, pairedAt: iso(madeAt), lastSeenAt: iso(isHere ? time.wall() : seenAt), isHere };
  }

  app.displays.onChange(followSoon);
  app.displays.offer({
    pair(screen) {
      if (!server) return null;
      const [address] = addresses().filter((one) => one !== '127.0.0.1');
      const code = codes.make(screen, CODE_VALID_MS);
      return { url: `http://${address ?? '127.0.0.1'}:${server.port}/#${code}`, code, validSeconds: CODE_VALID_MS / 1_000 };
    },
    isTaken,
    list: () => sessions.list().map(tabletView),
    change,
    unpair,
    trouble: () => trouble,
  });
  followSoon();
  return {
    async stop() {
      notAgain?.();
      await changing;
      notAgain?.();
      await close();
      sessions.save();
    },
  };
}

/** Names compare without letter case. */
const asRead = (name: string): string => name.normalize('NFKC').toLowerCase();

function addresses(): string[] {
  const own = Object.values(networkInterfaces()).flatMap((entries) => entries ?? []);
  return own.filter(({ family }) => family === 'IPv4').map(({ address }) => address);
}
