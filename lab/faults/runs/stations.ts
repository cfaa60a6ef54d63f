/** Stations and the main screen answer orders at once during faults of lines, stations, clocks and the app. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Right } from '../../../contract/contract.ts';
import { freePort } from '../../../main/demo/venue.ts';
import { until } from '../../../test/e2e/venue/venue.ts';
import { type Chance, chanceOf } from '../seeded.ts';
import { agesOf, createHistory } from '../stations/age.ts';
import { answeredOnce, countTaps, wronglyNamed } from '../stations/answers.ts';
import { clockOff } from '../stations/clock-off.ts';
import { type Counter, openStaffedCounter } from '../stations/counter.ts';
import { type Counts, troubleStations } from '../stations/mishaps.ts';
import { openPairedStation, type PairedStation } from '../stations/paired-station.ts';
import { nowMs } from '../stations/station-lines.ts';
import { openVenueProcess, type VenueProcess } from '../venue-process.ts';
import { problemIf, problemsOf, type RunOutcome, secondsSince } from './outcome.ts';

const KINDS = ['takeaway', 'instant', 'group', 'self-delivery'];
const RIGHTS: Right[] = ['answer', 'ready', 'pack'];
const STATIONS = [
  { name: 'Pass', person: 'ada' },
  { name: 'Bar', person: 'ben' },
  { name: 'Hot', person: 'cleo' },
] as const;
/** Has a good line and never taps. */
const WITNESS = { name: 'Witness', person: 'witness' };
const COUNTER = 'dan';
const NAMES: Record<string, string> = { ada: 'Ada', ben: 'Ben', cleo: 'Cleo', dan: 'Dan', witness: 'Wit' };
const PLACED_AT_ONCE = 20;
const MINUTE_MS = 60_000;
/** Taps and answers at the counter between two faults of the app. */
const TAPS_BETWEEN = 40;
const ENDED_MS = 5_000;
const CALM_MS = 60_000;
/** The run ends without progress for so long. */
const STUCK_MS = 120_000;

export async function stationsInTrouble(orders: number, seed: number, say: (line: string) => void): Promise<RunOutcome> {
  const began = Date.now();
  const chance = chanceOf(seed);
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-stations-'));
  const app = await openVenueProcess({
    robot: false,
    sandbox: { logEntries: 10_000 + orders * 100 },
    settings: {
      counter: { port: 0, displays: true, displays_port: await freePort(), stations_port: await freePort() },
      staff: {
        on: true,
        sign_out_minutes: 120,
        people: Object.entries(NAMES).map(([id, name]) => ({ id, name, role: id === COUNTER ? 'manager' : 'staff' })),
      },
    },
  });
  const clock = clockOff(join(folder, 'app.clock'));
  const lives: number[] = [];
  const switchOn = (): Promise<void> => {
    lives.push(nowMs());
    return app.switchOn([], { ...clock.env, NODE_OPTIONS: clock.args.join(' ') });
  };
  const stations: PairedStation[] = [];
  let counter: Counter | null = null;
  try {
    await switchOn();
    counter = openStaffedCounter(app, COUNTER, chanceOf(seed + 1));
    for (const [at, { name, person }] of [...STATIONS, WITNESS].entries()) {
      const station = { name, view: 'station', rights: RIGHTS, venues: null, zones: null, rings: true } as const;
      const way = await counter.ask('displays.pair', station);
      stations.push(
        await openPairedStation(name, way, { folder, person, seed: seed + 100 * (at + 1), notesPushes: name === WITNESS.name }),
      );
    }
    for (const station of stations) station.start();
    const [witness, ...working] = [stations[STATIONS.length] as PairedStation, ...stations.slice(0, STATIONS.length)];

    const ids = await placeAll(app, orders, chance);
    await until('all cards', () => Object.keys(counter?.view()?.state().orders ?? {}).length >= orders, 120_000);
    say(`${orders} orders are on the screens after ${secondsSince(began)} s`);

    const counts: Counts = {};
    for (const station of working) station.tell('work');
    counter.tell('work');
    const trouble = troubleStations(working, (at) => chanceOf(seed + 10 + at), counts);
    const appTrouble = troubleApp({ app, counter, switchOn, setClock: clock.set }, chanceOf(seed + 20), counts);
    await untilNoneIsOpen(counter, orders, say);
    await Promise.all([trouble.stop(), appTrouble.stop()]);
    await untilNoneIsOpen(counter, orders, say);
    for (const station of working) station.tell('rest');
    counter.tell('rest');
    say(`all ended after ${secondsSince(began)} s; ${JSON.stringify(counts)}`);

    const differing = await untilAllShowTheSame(stations, witness);
    const accounted = await app.account(60_000 + orders * 50);
    const log = await app.venue.log();
    const actors = [
      { by: NAMES[COUNTER] ?? '', lines: [counter.lines] },
      ...STATIONS.map(({ name, person }, at) => ({ by: `${NAMES[person]} (${name})`, lines: working[at]?.lines() ?? [] })),
    ];
    const taps = countTaps(actors);
    const named = wronglyNamed(join(app.venue.dataDir, 'tillbridge.sqlite'), taps);
    const history = createHistory(
      witness.lines().flatMap((lines) => lines.filter((line) => line.is === 'push')),
      lives,
    );
    const ages = working.flatMap(({ name, lines, sleeps }) => lines().map((life) => ({ name, ...agesOf(life, history, sleeps) })));
    const unmarked = ages.flatMap((one) =>
      one.unmarked.map(({ at, ageMs }) => `${one.name} showed something ${ageMs} ms old as current, at ${Math.round(at)}`),
    );
    const sum = (of: 'samples' | 'linked') => ages.reduce((total, one) => total + one[of], 0);
    const { account } = accounted;
    const notOnce = answeredOnce(ids, log);
    return {
      figures:
        `${orders} orders, lost ${account.lost}, done twice ${account.doubled}, not answered once ${notOnce.length}; ` +
        `${taps.sent} taps, done ${taps.done}, refused ${JSON.stringify(taps.refused)}, cut off by a kill ${taps.unanswered}; ` +
        `${named.commands} commands named; ${sum('samples')} looks, ${sum('linked')} with a link, the oldest as current ` +
        `${Math.round(Math.max(...ages.map(({ oldestMs }) => oldestMs)))} ms; ${JSON.stringify(counts)}; ${secondsSince(began)} s`,
      problems: [
        ...problemsOf(accounted),
        ...problemIf(account.lost > 0, `${account.lost} orders were lost`),
        ...notOnce,
        ...named.wrong,
        ...differing,
        ...problemIf(taps.unexplained > 0, `${taps.unexplained} taps were refused without an explanation`),
        ...problemIf(unmarked.length > 0, `${unmarked.length} looks at something older than a second without a word`),
        ...unmarked.slice(0, 10),
      ],
    };
  } finally {
    await counter?.close();
    for (const station of stations) await station.close();
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function placeAll(app: VenueProcess, orders: number, chance: Chance): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < orders) {
    const count = Math.min(PLACED_AT_ONCE, orders - ids.length);
    const placed = Array.from({ length: count }, () => app.place(chance.pick(KINDS), { cash_payment: null }));
    ids.push(...(await Promise.all(placed)));
  }
  return ids;
}

function troubleApp(
  {
    app,
    counter,
    switchOn,
    setClock,
  }: { app: VenueProcess; counter: Counter; switchOn: () => Promise<void>; setClock: (offMs: number) => Promise<void> },
  chance: Chance,
  counts: Counts,
) {
  let isOver = false;
  const happenings: Record<string, () => Promise<void>> = {
    async 'app killed'() {
      await app.switchOff();
      await wait(chance.below(1_500));
      await switchOn();
    },
    async 'app hangs'() {
      process.kill(-app.pid(), 'SIGSTOP');
      await wait(500 + chance.below(3_000));
      process.kill(-app.pid(), 'SIGCONT');
    },
    'its clock jumps': () => setClock((chance.below(41) - 20) * MINUTE_MS),
  };
  const end = (async () => {
    while (!isOver) {
      const taps = counter.lines.length + TAPS_BETWEEN + chance.below(2 * TAPS_BETWEEN);
      while (!isOver && counter.lines.length < taps) await wait(200);
      if (isOver) return;
      const name = chance.pick(Object.keys(happenings));
      counts[name] = (counts[name] ?? 0) + 1;
      await happenings[name]?.();
    }
  })();
  return {
    async stop(): Promise<void> {
      isOver = true;
      await end;
    },
  };
}

/** Rejects without progress. */
async function untilNoneIsOpen(counter: Counter, orders: number, say: (line: string) => void): Promise<void> {
  let [before, changedAt, printedAt] = [Number.NaN, nowMs(), nowMs()];
  let openAt = nowMs();
  for (;;) {
    await wait(500);
    const cards = Object.values(counter.view()?.state().orders ?? {});
    const open = cards.filter(({ column }) => column !== 'ended').length;
    const now = nowMs();
    // Right after a start, the board may still be empty.
    if (!counter.view()?.isLinked() || open > 0) openAt = now;
    if (now - openAt > ENDED_MS) return;
    const tapped = counter.lines.length;
    if (open + tapped !== before) changedAt = now;
    before = open + tapped;
    if (now - changedAt > STUCK_MS) throw new Error(`${open} of ${orders} orders stay open.`);
    if (now - printedAt > 30_000) {
      printedAt = now;
      say(`${open} of ${orders} orders are open`);
    }
  }
}

/** Stations that differ from the witness at rest. */
async function untilAllShowTheSame(stations: readonly PairedStation[], witness: PairedStation): Promise<string[]> {
  for (const end = nowMs() + CALM_MS; ; ) {
    const shown = await Promise.all(stations.map((station) => station.showing()));
    const should = shown[stations.indexOf(witness)];
    const differing = stations.filter((_, at) => !shown[at]?.linked || shown[at].orders !== should?.orders).map(({ name }) => name);
    if (differing.length === 0 || nowMs() > end) return differing.map((name) => `${name} does not show what the others show`);
    await wait(500);
  }
}
