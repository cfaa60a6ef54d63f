/**
 * Stations, kitchen displays and customer screens in the venue's network, each paired by its own code and unpaired alone. All are served
 * over https, and those that can do little harm also over plain HTTP.
 */
import { join } from 'node:path';
import { NewScreen, type PairedScreen, type TabletView } from '../../../contract/contract.ts';
import type { App } from '../../app/app.ts';
import type { ClientLimits } from '../browser/client-link.ts';
import { createTabletCodes } from '../browser/one-time-codes.ts';
import { servePage } from '../browser/page-server.ts';
import { openSessions, type Sessions } from '../browser/sessions.ts';
import { type Authority, openAuthority } from './authority/authority.ts';
import { addressForTablets, isPrivateAddress, ownAddresses } from './authority/private-networks.ts';
import { createDisplayPort } from './display-port.ts';
import { GUIDE_PATH, guideFile, trustedFile } from './guide/guide-files.ts';
import { clientOf } from './paired-client.ts';
import { openScreenFeeds, type ScreenFeeds } from './screen-feeds.ts';
import { serveSecurely } from './serve-securely.ts';

const FILE = 'tablets.json';
const CODE_VALID_MS = 10 * 60_000;
const MOST_TABLETS = 50;
/** After this, an unused tablet must be paired again. */
const UNUSED_MS = 90 * 24 * 3_600_000;
const LIMITS: ClientLimits = { callsPerSecond: 10, burst: 30, unreadBytes: 8 * 1024 * 1024, beatMs: 400 };
const FRAME_LIMIT = 64 * 1024;

/** Stations may answer orders, so they never use plain HTTP, which can be altered on its way. */
const tlsOnly = ({ view }: Pick<NewScreen, 'view'>): boolean => view === 'station';
const mayBePlain = (screen: NewScreen): boolean => !tlsOnly(screen);

/** `addresses`: IPv4 addresses of this computer. */
export function keepDisplays(options: { app: App; rendererDir: string; dataDir: string; addresses?: () => string[] }): {
  stop(): Promise<void>;
} {
  const { app, rendererDir, dataDir, addresses = ownAddresses } = options;
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
  const privateAddresses = (): string[] => addresses().filter(isPrivateAddress);
  let feeds: ScreenFeeds | null = null;
  let authority: Authority | null = null;
  let changing: Promise<void> = Promise.resolve();

  /** What both ports serve. */
  function page() {
    feeds ??= openScreenFeeds(app);
    const shown = feeds;
    return {
      app,
      rendererDir,
      place: 'display',
      address: '0.0.0.0',
      frameLimit: FRAME_LIMIT,
      viewOf: ({ view }: NewScreen) => view,
      clientOf: (screen: NewScreen) => clientOf(app, shown, screen),
      limits: LIMITS,
    } as const;
  }

  const plainPort = createDisplayPort({
    app,
    notice: 'displays-port',
    port: () => app.displays.get().port,
    retry: followSoon,
    serve: (port) =>
      servePage({
        ...page(),
        port,
        names: addresses,
        sessions: only(sessions, mayBePlain),
        takeCode: (id) => codes.take(id, mayBePlain),
        extraFile: guide,
      }),
  });
  const tlsPort = createDisplayPort({
    app,
    notice: 'stations-port',
    port: () => app.displays.get().stationsPort,
    retry: followSoon,
    async serve(port) {
      if (!authority) {
        const opened = await app.displays.withVault((vault) => openAuthority(vault, time.wall()));
        if (!opened?.ok) return opened?.problem ?? null;
        authority = opened.value;
      }
      const takeCode = (id: string) => codes.take(id);
      return serveSecurely({
        ...page(),
        port,
        names: privateAddresses,
        sessions: { ...sessions, begin },
        takeCode,
        extraFile: trustedFile,
        authority,
      });
    },
  });
  const ports = [plainPort, tlsPort];

  function guide(path: string, host: string) {
    const port = tlsPort.server()?.port;
    if (!authority || port === undefined) return null;
    return guideFile(path, { authority, say: app.say, language: app.language(), station: `https://${host}:${port}` });
  }

  /** A tablet's key is stored in its browser, where a later server on the old port could read it. */
  function keepPorts(): void {
    const { port, stationsPort } = app.displays.get();
    sessions.keepPorts([plainPort.server()?.port ?? port, tlsPort.server()?.port ?? stationsPort]);
  }

  const isTaken = (name: string): boolean => sessions.list().some(({ about }) => plain(about.name) === plain(name));

  async function close(): Promise<void> {
    for (const port of ports) await port.close();
    feeds?.stop();
    feeds = null;
  }

  async function follow(): Promise<void> {
    if (app.displays.get().on) {
      for (const port of ports) {
        await port.open();
        keepPorts();
      }
    } else {
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
    for (const port of ports) port.server()?.unpair(id);
    return known || id === null;
  }

  function change(id: string, screen: PairedScreen): boolean {
    const paired = sessions.list().find((one) => one.id === id);
    if (!paired || !sessions.change(id, { ...screen, name: paired.about.name })) return false;
    for (const { server } of ports) server()?.reconnect(id);
    return true;
  }

  /** Activity names the station, so a new one replaces an earlier one of its name. */
  function begin(host: string, secret: string, screen: NewScreen): string {
    const name = plain(screen.name);
    for (const { id, about } of sessions.list())
      if (screen.view === 'station' && about.view === 'station' && plain(about.name) === name) unpair(id);
    return sessions.begin(host, secret, screen);
  }

  function tabletView({ id, about, madeAt, seenAt }: ReturnType<typeof sessions.list>[number]): TabletView {
    const isHere = ports.some((port) => port.server()?.isHere(id));
    const iso = (at: number) => new Date(at).toISOString();
    return { ...about, id, pairedAt: iso(madeAt), lastSeenAt: iso(isHere ? time.wall() : seenAt), isHere };
  }

  app.displays.onChange(followSoon);
  app.displays.offer({
    pair(screen) {
      const isSecure = tlsOnly(screen);
      const { server, trouble } = isSecure ? tlsPort : plainPort;
      const port = server()?.port;
      if (port === undefined) return { trouble: trouble() };
      const host = addressForTablets(isSecure ? privateAddresses() : addresses());
      const code = codes.make(screen, CODE_VALID_MS);
      const guidePort = isSecure ? plainPort.server()?.port : undefined;
      const print = isSecure && authority ? authority.fingerprint.replaceAll(' ', '').toLowerCase() : null;
      return {
        url: `http${isSecure ? 's' : ''}://${host}:${port}/#${code}`,
        code,
        validSeconds: CODE_VALID_MS / 1_000,
        computerLink: print === null ? null : `https://${host}:${port}/?authority=${print}#${code}`,
        // Without the code: someone who alters plain HTTP could read it there.
        guideUrl: guidePort === undefined ? null : `http://${host}:${guidePort}${GUIDE_PATH}`,
      };
    },
    isTaken,
    list: () => sessions.list().map(tabletView),
    change,
    unpair,
    trouble: plainPort.trouble,
    stationTrouble: tlsPort.trouble,
    authority: () => authority && { fingerprint: authority.fingerprint },
  });
  followSoon();
  return {
    async stop() {
      for (const port of ports) port.stopRetrying();
      await changing;
      await close();
      sessions.save();
    },
  };
}

/** Finds only sessions that `may` be used here. */
function only(sessions: Sessions<NewScreen>, may: (screen: NewScreen) => boolean): Sessions<NewScreen> {
  return {
    ...sessions,
    find(id, host) {
      const session = sessions.find(id, host);
      return session && may(session.about) ? session : null;
    },
  };
}

const plain = (name: string): string => name.normalize('NFKC').toLowerCase();
