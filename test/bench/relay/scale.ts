/**
 * `npm run bench -- relay-scale`: what 100,000 venues ask of the relay on a Friday evening, computed and simulated from what
 * `npm run bench -- relay` measured. Any figure can be given anew: `npm run bench -- relay-scale venues=20000 notificationMs=0.9`.
 */
import { NO_PROOF_AFTER_MS, PROOF_EVERY_MS } from '../../../contract/relay/wire.ts';
import { type Chance, chanceOf } from '../../faults/seeded.ts';

/** Measured by the bench of this folder (docs/relay-scale.md says on which computer), or assumed, as each says. */
const FIGURES = {
  /** Assumed. */
  venues: 100_000,
  /** Assumed: of a venue on an average day. */
  ordersADay: 25,
  /** Assumed: a Friday to the average day, the share of its busiest hour, the busiest minute to the average one of that hour. */
  friday: 1.4,
  peakHourShare: 0.18,
  peakMinute: 1.5,
  /** Measured by `npm run faults -- relay`: an order's own, and none of couriers'. */
  notificationsAnOrder: 5.2,
  /** Measured, ms of a core. */
  notificationMs: 0.73,
  proofMs: 0.17,
  connectMs: 0.72,
  /** Measured by itself, ms of a core: a TLS handshake with a certificate of P-256, where the relay ends TLS itself. */
  tlsMs: 1.3,
  /** Measured, kB. */
  writtenKb: 17.6,
  counterKb: 9.4,
  /** KB: measured by itself of a connection's TLS beside that, and assumed of a process that nobody is connected to. */
  tlsKb: 64,
  processKb: 90_000,
  /** Bytes of a proof both ways, with the frames' and TLS records' heads and the packets that acknowledge them. */
  proofBytes: 130 + 110 + 2 * (8 + 22 + 40 + 40),
  /** Bytes of a notification in and out: 400 of body, its heads, in base64 on the way out. */
  notificationBytes: 900 + 900,
  /** Assumed: of one machine, two cores and 4 GB, and of a TB that leaves it, in euros. */
  machineAMonth: 15,
  terabyte: 1,
  /** Of a core that may be in use at the peak, and counters that one process takes at most (limits.connections). */
  mostBusy: 0.5,
  countersAProcess: 2_500,
};
type Figures = typeof FIGURES;

/** Prints it as lines of Markdown. `given`: `name=value` each. */
export function benchScale(given: readonly string[]): void {
  const figures: Figures = { ...FIGURES };
  for (const one of given) {
    const [name = '', value] = one.split('=');
    if (!(name in figures) || !Number.isFinite(Number(value))) throw new TypeError(`${one} is none of ${Object.keys(figures).join(', ')}.`);
    figures[name as keyof Figures] = Number(value);
  }
  for (const venues of new Set([500, 10_000, figures.venues])) console.log(`${onPaper({ ...figures, venues }).join('\n')}\n`);
  for (const counters of [figures.countersAProcess, 10_000]) console.log(`${simulated(figures, counters).join('\n')}\n`);
}

function needs(figures: Figures) {
  const orders = (figures.venues * figures.ordersADay * figures.friday * figures.peakHourShare * figures.peakMinute) / 3_600;
  const notifications = orders * figures.notificationsAnOrder;
  const proofs = figures.venues / (PROOF_EVERY_MS / 1_000);
  const newsCores = (notifications * figures.notificationMs) / 1_000;
  const proofCores = (proofs * figures.proofMs) / 1_000;
  const byCores = (newsCores + proofCores) / figures.mostBusy;
  const relays = Math.ceil(Math.max(byCores, figures.venues / figures.countersAProcess));
  return { orders, notifications, proofs, newsCores, proofCores, relays };
}

function onPaper(figures: Figures): string[] {
  const { orders, notifications, proofs, newsCores, proofCores, relays } = needs(figures);
  const month = 30 * 86_400;
  const average = (figures.venues * figures.ordersADay * figures.notificationsAnOrder) / 86_400;
  const terabytes = ((proofs * figures.proofBytes + average * figures.notificationBytes) * month) / 2 / 1e12;
  // Three of the engine where there are several relays, and a balancer.
  const machines = relays === 1 ? 1 : Math.ceil(relays / 2) + 4;
  const memory = (figures.venues * (figures.counterKb + figures.tlsKb)) / relays / 1_024 + figures.processKb / 1_024;
  return [
    `| ${figures.venues.toLocaleString('en')} venues | |`,
    '|---|---|',
    `| orders a second in the busiest minute | ${orders.toFixed(1)} |`,
    `| notifications a second then | ${notifications.toFixed(0)} |`,
    `| proofs a second, always | ${proofs.toFixed(0)} |`,
    `| cores for notifications, for proofs | ${newsCores.toFixed(2)}, ${proofCores.toFixed(2)} |`,
    `| relay processes | ${relays} |`,
    `| memory of each | ${memory.toFixed(0)} MB |`,
    `| written to the disks of all, at the peak | ${((notifications * figures.writtenKb) / 1_024).toFixed(1)} MB/s |`,
    `| kept if no counter fetches anything for 72 hours | ${((average * 3 * 86_400 * 1.2) / 1e6).toFixed(1)} GB |`,
    `| leaves the machines in a month | ${terabytes.toFixed(1)} TB |`,
    `| machines (relays on two cores each; with several relays three of the engine and a balancer) | ${machines} |`,
    `| cost a month | ${(machines * figures.machineAMonth + terabytes * figures.terabyte).toFixed(0)} euros |`,
  ];
}

const STEP_MS = 100;
const SIMULATED_MS = 120_000;
const DIES_AT_MS = 10_000;
const GIVES_UP_MS = 8_000;

/**
 * One process at the peak: it restarts, and all of its counters come back as main/intake/relay/relay-link.ts tries again, each with its pause.
 * Work waits in one queue; a counter that waits longer than its patience gives up, and what was done for it was done for nothing.
 */
function simulated(figures: Figures, counters: number): string[] {
  const { notifications } = needs(figures);
  const chance = chanceOf(20261125);
  const news = (notifications * counters) / figures.venues;
  const tries: { at: number; attempt: number }[] = [];
  const connect = figures.connectMs + figures.tlsMs;
  let queue: { kind: 'news' | 'connect'; at: number; attempt: number; ms: number }[] = [];
  let connected = counters;
  let most = { waiting: 0, newsMs: 0 };
  let allBackAt = 0;
  let gaveUp = 0;
  for (let now = 0; now < SIMULATED_MS; now += STEP_MS) {
    if (now === DIES_AT_MS) {
      connected = 0;
      for (let one = 0; one < counters; one += 1) tries.push({ at: now + pauseBefore(chance, 0), attempt: 1 });
      tries.sort((a, b) => a.at - b.at);
    }
    for (let one = arrivals(chance, (news * STEP_MS) / 1_000); one > 0; one -= 1)
      queue.push({ kind: 'news', at: now, attempt: 0, ms: figures.notificationMs });
    while ((tries[0]?.at ?? Number.POSITIVE_INFINITY) <= now) {
      const { attempt } = tries.shift() ?? { attempt: 0 };
      queue.push({ kind: 'connect', at: now, attempt, ms: connect });
    }
    // Proofs go first in this account: what is left of the step is for the others.
    let left = STEP_MS - ((connected * STEP_MS) / PROOF_EVERY_MS) * figures.proofMs;
    let done = 0;
    while (left > 0 && done < queue.length) {
      const one = queue[done];
      if (!one) break;
      done += 1;
      left -= one.ms;
      if (one.kind === 'news') most.newsMs = Math.max(most.newsMs, now - one.at + STEP_MS);
      else if (now - one.at <= GIVES_UP_MS) connected += 1;
      else {
        gaveUp += 1;
        tries.push({ at: now + pauseBefore(chance, one.attempt), attempt: one.attempt + 1 });
        tries.sort((a, b) => a.at - b.at);
      }
    }
    queue = queue.slice(done);
    most = { ...most, waiting: Math.max(most.waiting, queue.length) };
    if (connected < counters) allBackAt = now + STEP_MS;
  }
  return [
    `| A process of ${counters.toLocaleString('en')} counters restarts in the busiest minute (simulated) | |`,
    '|---|---|',
    `| all are back after | ${allBackAt === SIMULATED_MS ? `more than ${(SIMULATED_MS - DIES_AT_MS) / 1_000}` : ((allBackAt - DIES_AT_MS) / 1_000).toFixed(1)} s |`,
    `| tries that were given up (${GIVES_UP_MS / 1_000} s) | ${gaveUp} |`,
    `| most that waited at once | ${most.waiting} |`,
    `| longest a notification waited to be taken | ${(most.newsMs / 1_000).toFixed(1)} s (the service tries again after 5 s) |`,
    `| staff are told after | ${NO_PROOF_AFTER_MS / 1_000} s without a proof |`,
  ];
}

/** As the counter waits: half a second, and by chance up to 3 s that double, ms. */
function pauseBefore(chance: Chance, attempt: number): number {
  return 500 + chance.next() * Math.min(30_000, 3_000 * 2 ** attempt);
}

/** Of Poisson's distribution. */
function arrivals(chance: Chance, mean: number): number {
  const limit = Math.exp(-mean);
  let count = 0;
  for (let product = chance.next(); product > limit; product *= chance.next()) count += 1;
  return count;
}
