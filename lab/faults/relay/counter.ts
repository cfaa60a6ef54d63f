/** A venue of the chain: its service, its app in a process behind a faulty line to the relay, and what staff and operator see. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { type AppState, type IntakeSource, sourceOf } from '../../../contract/contract.ts';
import type { Entry } from '../../../sandbox/wire/journal.ts';
import type { Chance } from '../seeded.ts';
import { openVenueProcess, type VenueProcess } from '../venue-process.ts';
import { openLine, type RelayLine } from './line.ts';
import type { Part } from './part.ts';
import type { RelayProcess } from './relay-process.ts';

export interface CounterOfRelay extends Part {
  app: VenueProcess;
  line: RelayLine;
  venueId: string;
  /** The relay's state on screen, at most two seconds old; null if off or not shown. */
  screen(): IntakeSource | null;
  /** IDs of notifications that the service has sent, and of those the relay answered 200. */
  sent(): Promise<{ all: Set<string>; answered: Set<string> }>;
  /** IDs of notifications in the app's database. */
  kept(): Set<string>;
  close(): Promise<void>;
}

export interface OperatorsCounter {
  id: string;
  label: string;
  is_connected: boolean;
  waiting: number;
}

export const COUNTERS = ['Harbour Kitchen', 'Market Street'];

const KINDS = ['takeaway', 'instant', 'group', 'self-delivery'];

/** `port`: of the relay, or of the balancer before it. */
export async function openCounterOfRelay(
  relay: Pick<RelayProcess, 'invite'>,
  port: number,
  name: string,
  chance: Chance,
  orders: number,
  /** Between the service's three tries. */
  retryMs: number,
): Promise<CounterOfRelay> {
  const line = await openLine(port, chance);
  let shown: AppState | null = null;
  const app = await openVenueProcess({
    sandbox: { notificationRetryMs: retryMs, logEntries: 10_000 + orders * 100 },
    onState(state) {
      shown = state;
    },
    async join(venue) {
      const code = await relay.invite(name, venue.venueId);
      const joined = await venue.call('settings.joinRelay', { address: line.url, code, secret: null });
      if (!joined.ok) throw new Error(`The counter could not join the relay: ${JSON.stringify(joined.problem)}`);
      return `http://127.0.0.1:${port}/notifications`;
    },
  });
  return {
    name,
    app,
    line,
    venueId: app.venue.venueId,
    start: () => app.switchOn(),
    async kill() {
      await app.switchOff();
      shown = null;
    },
    screen: () => sourceOf(shown?.app.app, 'relay'),
    async sent() {
      const sent = (await app.venue.log()).filter(
        (entry): entry is Extract<Entry, { kind: 'notification' }> => entry.kind === 'notification',
      );
      const ids = (some: typeof sent) => new Set(some.flatMap(({ notification_id: id }) => id ?? []));
      return { all: ids(sent), answered: ids(sent.filter(({ outcome }) => outcome === '200')) };
    },
    kept() {
      const db = new Database(join(app.venue.dataDir, 'tillbridge.sqlite'), { readonly: true });
      try {
        return new Set(db.prepare<[], string>('SELECT id FROM notification').pluck().all());
      } finally {
        db.close();
      }
    },
    async close() {
      await app.close();
      await line.close();
    },
  };
}

/** Places orders until stopped. Returns their number. `pause`: ms between two of one venue. */
export function trade(counters: readonly CounterOfRelay[], chance: Chance, pause: () => number): { stop(): Promise<number> } {
  let isOver = false;
  let placed = 0;
  const running = counters.map(async ({ app }) => {
    while (!isOver) {
      await app.place(chance.pick(KINDS), { cash_payment: null });
      placed += 1;
      await new Promise((resolve) => setTimeout(resolve, pause()));
    }
  });
  return {
    async stop() {
      isOver = true;
      await Promise.all(running);
      return placed;
    },
  };
}

/** The app as the operator sees it; null if the relay can't be asked. */
export async function seenByOperator(relay: RelayProcess, name: string): Promise<OperatorsCounter | null> {
  const answer = await relay.operator<{ counters: OperatorsCounter[] }>('GET', '/counters').catch(() => null);
  return answer?.counters.find(({ label }) => label === name) ?? null;
}

/** Codes of the problems that the operator sees. */
export async function problemsSeen(relay: RelayProcess): Promise<string[]> {
  const answer = await relay.operator<{ problems: { code: string }[] }>('GET', '/problems').catch(() => null);
  return answer?.problems.map(({ code }) => code) ?? [];
}
