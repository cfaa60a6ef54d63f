/** A station as its own process with the page's client: shows, taps, and logs what it showed. Gets orders by IPC. */
import { createHash } from 'node:crypto';
import { openSync, writeSync } from 'node:fs';
import * as v from 'valibot';
import type { AppState, PageKind, Snapshot } from '../../../contract/contract.ts';
import { openSocketClient } from '../../../renderer/client/socket-client.ts';
import { applyPush } from '../../../renderer/state/apply-push.ts';
import { chanceOf } from '../seeded.ts';
import { tap } from './hands.ts';
import { pairingOfPage } from './page-stand-in.ts';
import { type Line, nowMs, Order, SAMPLE_MS, StationStart } from './station-lines.ts';

const { origin, authority, port, code, file, log, person, seed, notesPushes } = v.parse(StationStart, JSON.parse(process.argv[2] ?? ''));
const pairing = await pairingOfPage({ origin, authority, port, code, file });
const chance = chanceOf(seed);
const out = openSync(log, 'a');
/** Synchronous, so that a kill loses nothing. */
const write = (...lines: Line[]): void => void writeSync(out, `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`);

let held: Snapshot<PageKind> | null = null;
let linked = false;
let openedAt = 0;
let isAsking = false;
let isSignedIn = false;
let isWorking = false;
let taps = 0;

const client = openSocketClient(async () => {
  const way = await pairing.open();
  if ('socket' in way)
    way.socket.addEventListener('open', () => {
      openedAt = nowMs();
      isSignedIn = false;
    });
  return way;
});

client.watch(
  (push) => {
    if (push.push === 'signed-in') isSignedIn = push.person !== null;
    if (push.push === 'signed-in' || push.push === 'station') return;
    const applied = applyPush(held, push);
    held = applied.held;
    if (push.push === 'snapshot') isAsking = false;
    if (notesPushes) write({ is: 'push', at: nowMs(), seq: push.seq });
    if (applied.gap && !isAsking) askForSnapshot();
  },
  (now, outside) => {
    linked = now;
    isAsking = false;
    if (outside) held = null;
    if (linked && !isSignedIn) void client.call('staff.signIn', { id: person, pin: null });
  },
);

function askForSnapshot(): void {
  isAsking = true;
  void client.call('state.snapshot', {}).then(({ ok }) => {
    if (!ok) isAsking = false;
  });
}

setInterval(() => {
  if (held) write({ is: 'shown', at: nowMs(), linked, seq: held.seq, openedAt });
}, SAMPLE_MS);

function work(): void {
  if (isWorking && linked)
    tap(
      {
        state: cards,
        call: client.call,
        tapped(orderId, action) {
          taps += 1;
          const number = taps;
          write({ is: 'tap', at: nowMs(), number, orderId, action });
          return (answer) => write({ is: 'answer', at: nowMs(), number, code: answer.code, text: answer.text });
        },
      },
      chance,
    );
  setTimeout(work, 60 + chance.below(120));
}
work();

const cards = (): AppState | null => (held?.of === 'counter' ? held.state : null);

const digestOf = (state: AppState | null): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(state?.orders ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1))))
    .digest('hex');

process.on('message', (sent) => {
  const order = v.parse(Order, sent);
  if (order === 'work') isWorking = true;
  if (order === 'rest') isWorking = false;
  if (order === 'show') process.send?.({ linked, seq: held?.seq ?? null, orders: digestOf(cards()) });
  if (order === 'leave') {
    client.close();
    setTimeout(() => process.exit(0), 20);
  }
});
