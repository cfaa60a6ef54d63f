/**
 * The app's menu part in a killable process: real database, queue and calls, HTTP to the service. Its parent sends it messages and moves
 * its clock.
 */
import { createMenuCalls } from '../../../main/features/menu/calls.ts';
import { endShowsAt, scheduleSaleEnds } from '../../../main/outbox/menu/ends.ts';
import { createMenuBook } from '../../../main/outbox/menu/menu-book.ts';
import { resumeSending } from '../../../main/outbox/menu/queue-changes.ts';
import { createMenuReadKind } from '../../../main/outbox/menu/read-back.ts';
import { createMenuChangeKinds } from '../../../main/outbox/menu/send-changes.ts';
import { createHttp } from '../../../main/service/http.ts';
import { openSettings } from '../../../main/settings/settings.ts';
import { openStore } from '../../../main/store/store.ts';
import { startWorker } from '../../../main/store/worker.ts';
import type { Sandbox } from '../../../sandbox/sandbox.ts';
import { connectedTokens } from '../../../test/integration/service/connected-tokens.ts';
import { venueApiOf } from '../../../test/integration/service/rooms.ts';
import { workHere } from '../../../test/setup/kept-menu.ts';
import { runningTime } from '../../../test/setup/test-time.ts';

export interface Given {
  dataDir: string;
  venueId: string;
  /** The process's clock offset at the start, ms. */
  aheadMs: number;
  sandbox: Pick<Sandbox, 'auth_url' | 'client_id' | 'client_secret'>;
  orderBaseUrl: string;
  grant: Record<string, unknown>;
}

export type Asked = { id: number } & (
  | { ask: 'call'; name: string; input: object }
  /** Moves the clock to this offset; work over loopback still gets real time. */
  | { ask: 'pass'; aheadMs: number }
  /** ms until something is due; 0 while work is in flight. */
  | { ask: 'quiet' }
);

const LONGEST_ANSWER_MS = 300;

const given: Given = JSON.parse(process.argv[2] ?? '{}');
const time = runningTime();
await time.advance(given.aheadMs);
const { venueId } = given;
const http = createHttp({ time });
const tokens = await connectedTokens({ sandbox: given.sandbox as Sandbox, http, clock: time.service }, given.grant);
const apis = venueApiOf({ http, tokens, monotonic: time.monotonic, baseUrl: () => given.orderBaseUrl });
const store = openStore(given.dataDir, { time, backups: null });
const settings = openSettings(given.dataDir);
store.write(() => store.venues.connected(venueId, time.wall()));
const onDefect = (error: unknown): void => console.error(error);
const menuBook = createMenuBook(store, time);
resumeSending(store, time);
scheduleSaleEnds({ store, time, onDefect });
startWorker({
  store,
  time,
  kinds: [
    ...createMenuChangeKinds({ store, time, ...apis, nameOf: (_, subject) => subject, onVenueChanged: () => undefined }),
    createMenuReadKind({ store, time, menuApi: apis.menuApi, book: menuBook, takeApart: workHere.read, languages: () => ['en'] }),
  ],
  onDefect,
});
const calls = createMenuCalls({
  store,
  time,
  settings,
  menuBook,
  menuWork: workHere,
  zoneOf: () => 'Europe/Helsinki',
});

async function answer(asked: Asked): Promise<unknown> {
  switch (asked.ask) {
    case 'call':
      return (calls[asked.name as keyof typeof calls] as (input: unknown) => unknown)({ venueId, ...asked.input });
    case 'pass':
      await time.advance(Math.max(0, Date.now() + asked.aheadMs - time.monotonic()));
      for (const until = performance.now() + LONGEST_ANSWER_MS; http.underWay().length > 0 && performance.now() < until; )
        await new Promise((resolve) => setTimeout(resolve, 1));
      return null;
    case 'quiet': {
      const isBusy = store.queue.list('unfinished', 100).some(({ state }) => state === 'leased');
      if (isBusy) return 0;
      const job = (store.queue.nextDueAfter(0) ?? Number.POSITIVE_INFINITY) - time.monotonic();
      const ends = store.menu.of(venueId).map(({ endsAt }) => (endsAt ?? Number.POSITIVE_INFINITY) - time.service.now());
      return Math.max(0, Math.min(job, endShowsAt(store, venueId) - time.service.now(), ...ends));
    }
  }
}

process.on('message', async (asked: Asked) => {
  const reported = await answer(asked).catch((error: unknown) => ({ failed: String(error) }));
  process.send?.({ id: asked.id, reported: reported ?? null });
});
process.send?.({ id: 0, reported: null });
