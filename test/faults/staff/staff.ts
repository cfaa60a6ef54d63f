/**
 * A day's orders of an awkward service, power cuts, and somebody at the counter who touches only what a card offers: each sentence that
 * was ever read, each touch, each alarm and each piece of news is held against the service's own record.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Account } from '../../../main/demo/account.ts';
import { kindOf, papersOf } from '../../../main/demo/observer.ts';
import type { CallName, CounterState, OrderCard } from '../../../preload/contract.ts';
import { type CounterScreen, openScreen } from '../attacks/counter-screen.ts';
import { chanceOf } from '../seeded.ts';
import { openVenueProcess } from '../venue-process.ts';
import { createWatch, type Sighting } from './sightings.ts';
import { NEWS_MS, OPERATIONS, type Papers, type Story, untrueOf } from './true-or-not.ts';

export interface StaffReport {
  orders: number;
  kills: number;
  sentences: number;
  touches: number;
  /** Touches that did nothing and said nothing. */
  dead: string[];
  untrue: string[];
  /** Alarms that went away although nobody had answered them and the order still needed it. */
  endedByNobody: string[];
  /** Notifications of new orders that the counter showed within five seconds; late ones in words. The same for cancels. */
  unread: { told: number; late: string[]; slowestMs: number };
  cancels: { told: number; late: string[]; slowestMs: number };
  account: Account;
  missing: string[];
}

interface Touch {
  orderId: string;
  action: string;
  at: number;
  /** Null until it was answered; a kill may come first. */
  answer: 'took' | 'refused' | null;
}

const KINDS = ['takeaway', 'instant', 'group', 'self-delivery', 'preorder'] as const;
/** Orders come this far apart at least, three times as far at most, ms. */
const PACE_MS = 350;
const LOOK_MS = 100;
/** A person sees, decides and reaches out, ms. */
const REACTS_MS = 350;
/** A touch shows on the card by then, ms, or it was a dead one. */
const SHOWS_MS = 3_000;
/** A command reaches the service by then, ms: an awkward service and a switched-off computer need their time. */
const SENT_WITHIN_MS = 90_000;
const CALL_MS = 5_000;
const LAGGING_EVERY = 9;
const LONG_LAG_MS = 16_000;

export async function staffDay(
  orders: number,
  kills: number,
  seed: number,
  say: (line: string) => void = () => undefined,
): Promise<StaffReport> {
  const chance = chanceOf(seed);
  const app = await openVenueProcess({
    robot: false,
    sandbox: { notificationRetryMs: 700 },
    settings: { work: { undo_seconds: 0 } },
    awkward: { seed, without: [] },
  });
  const watch = createWatch();
  const touches: Touch[] = [];
  const dead: string[] = [];
  const endedByNobody: string[] = [];
  /** When each order was first, and last, touched to silence it. */
  const silenced = new Map<string, number>();
  const alarmed = new Map<string, { what: 'new' | 'stop'; unread: boolean; column: OrderCard['column'] }>();
  const pickedUp = new Set<string>();
  const lives: { from: number; to: number }[] = [];
  let connectedAt = 0;
  let isOver = false;

  const isOn = (at: number, ms: number): boolean => lives.some(({ from, to }) => from <= at && to >= at + ms);
  const lastLook = (): { from: number; to: number } | undefined => lives.at(-1);

  /** One life of the app: looks and touches until it is switched off. */
  async function work(screen: CounterScreen): Promise<void> {
    const life = { from: Date.now(), to: Date.now() };
    lives.push(life);
    watch.opened(life.from);
    const hands = new Map<string, number>();
    while (app.isOn() && !isOver) {
      const at = Date.now();
      const state = screen.state();
      life.to = at;
      watch.look(state, at);
      for (const card of Object.values(state.orders)) hear(card);
      connect(screen, state, at);
      for (const card of Object.values(state.orders)) {
        const ready = hands.get(card.id) ?? at + REACTS_MS + chance.below(1_500);
        hands.set(card.id, ready);
        if (at < ready) continue;
        hands.delete(card.id);
        use(screen, card);
      }
      await wait(LOOK_MS);
    }
    watch.closed(life.to);
  }

  /** An alarm that stops: by whom? Judged at the end, when the record is complete. */
  function hear(card: OrderCard): void {
    const now = card.stopped ? 'stop' : card.alerting ? 'new' : null;
    const before = alarmed.get(card.id) ?? null;
    // Each alarm is answered for itself.
    if (now === 'new' && before === null) silenced.delete(card.id);
    if (now !== null) alarmed.set(card.id, { what: now, unread: card.unread, column: card.column });
    else alarmed.delete(card.id);
    if (before === null || now !== null) return;
    if (before.what === 'stop') {
      if (!silenced.has(`stop ${card.id}`)) endedByNobody.push(`the STOP of order ${card.number} went away by itself`);
      return;
    }
    const isUndecided = card.column === 'new' && card.actions.length > 0 && card.pending === null;
    // A delivered order asks nothing any more; nor does a new one that was read and that somebody decided.
    const isCancelled = before.column === 'ended' || (card.unread && /^Cancelled/.test(card.statusLabel));
    const isStillUnread = card.unread && (card.column !== 'ended' || isCancelled);
    const wasOnTheStove = !before.unread && (before.column === 'preparing' || before.column === 'ready');
    const isOwed = isUndecided || isStillUnread || wasOnTheStove || isCancelled;
    if (isOwed && !silenced.has(card.id)) endedByNobody.push(`order ${card.number} went silent by itself, ${card.statusLabel}`);
  }

  /** Only what the card offers, one thing at a time. */
  function use(screen: CounterScreen, card: OrderCard): void {
    if (card.stopped || card.alerting) {
      silenced.set(card.stopped ? `stop ${card.id}` : card.id, Date.now());
      touch(screen, card, 'touch', 'order.touch', { orderId: card.id });
      return;
    }
    if (card.pending !== null) return;
    const offered = card.actions.map(({ name }) => name);
    if (card.kind === 'self-delivery' && card.column === 'ready' && !card.unread && !pickedUp.has(card.id)) return pickUp(screen, card);
    if (offered.length === 0) return;
    const name = offered.includes('reject') && chance.below(20) === 0 ? 'reject' : offered.find((one) => one !== 'reject');
    if (name === 'accept') touch(screen, card, name, 'order.accept', { orderId: card.id, extraMinutes: chance.pick([null, 0, 5]) });
    if (name === 'confirm' || name === 'ready' || name === 'delivered') touch(screen, card, name, `order.${name}`, { orderId: card.id });
    if (name === 'reject')
      touch(screen, card, name, 'order.reject', { orderId: card.id, reason: 'Sold out for today, sorry', code: 'ITEMS_UNAVAILABLE' });
  }

  /** An operation beside the main steps, as the order itself offers it; its answer is all that is seen of it. */
  function pickUp(screen: CounterScreen, card: OrderCard): void {
    pickedUp.add(card.id);
    const made: Touch = { orderId: card.id, action: 'pickup-completed', at: Date.now(), answer: null };
    touches.push(made);
    const input = { orderId: card.id, requestId: randomUUID(), operation: { operation: 'pickup-completed' as const } };
    screen.call('order.operate', input, CALL_MS).then(
      (answer) => {
        made.answer = answer.ok ? 'took' : 'refused';
        if (!answer.ok && answer.problem.says.trim() === '') dead.push(`picked up on order ${card.number} was refused without a word`);
      },
      () => undefined,
    );
  }

  function touch(screen: CounterScreen, card: OrderCard, action: string, call: CallName, input: unknown): void {
    const made: Touch = { orderId: card.id, action, at: Date.now(), answer: null };
    touches.push(made);
    const life = lastLook();
    const before = JSON.stringify([card.pending, card.actions, card.trouble, card.alerting, card.stopped]);
    screen.call(call, input as never, CALL_MS).then(
      async (answer) => {
        made.answer = answer.ok ? 'took' : 'refused';
        if (!answer.ok) {
          if (answer.problem.says.trim() === '') dead.push(`${action} on order ${card.number} was refused without a word`);
          return;
        }
        const shows = (state: CounterState): boolean => {
          const now = state.orders[card.id];
          return !now || JSON.stringify([now.pending, now.actions, now.trouble, now.alerting, now.stopped]) !== before;
        };
        await screen.until('what the touch did', shows, SHOWS_MS).catch(() => {
          if (life && life === lastLook() && app.isOn()) dead.push(`${action} on order ${card.number} changed nothing on its card`);
        });
      },
      () => {
        if (life && life === lastLook() && app.isOn()) dead.push(`${action} on order ${card.number} was not answered`);
      },
    );
  }

  /** A person brings a new code where the screen asks for one. */
  function connect(screen: CounterScreen, state: CounterState, at: number): void {
    const isWell = Object.values(state.venues).every(({ state: is }) => is === 'connected');
    if (isWell || at - connectedAt < 4_000) return;
    connectedAt = at;
    void app.venue
      .newConnection()
      .then((connection) => screen.call('venue.connect', connection, 10_000))
      .catch(() => undefined);
  }

  const begin = async (): Promise<{ screen: CounterScreen; working: Promise<void> } | null> => {
    await app.switchOn();
    const screen = await openScreen(app.counterUrl()).catch(() => null);
    return screen && { screen, working: work(screen) };
  };

  try {
    let life = await begin();
    const ids: string[] = [];
    const everyKill = Math.max(1, Math.floor(orders / Math.max(1, kills)));
    let killed = 0;
    for (let placed = 0; placed < orders; placed += 1) {
      const id = await app.place(chance.pick(KINDS), { cash_payment: null });
      ids.push(id);
      // Now and then the readings lag further behind than any verdict should be given after.
      if (placed % LAGGING_EVERY === LAGGING_EVERY - 1)
        await app.venue.control('POST', '/faults', { match: `GET *orders/${id}`, lag_ms: LONG_LAG_MS, for_ms: 90_000 });
      await wait(PACE_MS + chance.below(2 * PACE_MS));
      if (killed < kills && placed % everyKill === everyKill - 1) {
        killed += 1;
        await app.switchOff();
        life?.screen.close();
        await life?.working;
        // What was touched and not answered may or may not have been taken.
        await wait(chance.below(1_500));
        life = await begin();
      }
      if (placed % 100 === 99)
        say(`${placed + 1} orders, ${killed} kills, ${touches.length} touches, ${watch.all().length} sentences looked at`);
    }
    const { account, missing } = await app.account(180_000 + orders * 150);
    isOver = true;
    life?.screen.close();
    await life?.working;

    const papers = papersOf(app.venue.printer.papers().filter(({ cut }) => cut));
    const cutAt = new Map(app.venue.printer.papers().map(({ number, at }) => [number, Date.parse(at)]));
    const untrue: string[] = [];
    const unread = { told: 0, late: [] as string[], slowestMs: 0 };
    const cancels = { told: 0, late: [] as string[], slowestMs: 0 };
    let sentences = 0;
    for (const id of ids) {
      const story = (await app.venue.control('GET', `/orders/${id}/story`)) as unknown as Story;
      const { order_number: number } = story as unknown as { order_number: string };
      const own = papers(number);
      const timesOf = (isOf: (kind: string) => boolean) =>
        own.filter((paper) => isOf(kindOf(paper))).map((paper) => cutAt.get(paper.number) ?? 0);
      const printed: Papers = {
        tickets: timesOf((kind) => kind === 'kitchen-ticket'),
        labels: timesOf((kind) => kind.endsWith('label')),
      };
      const mine = touches.filter(({ orderId }) => orderId === id);
      const touched = (action: string, by: number) => mine.some((one) => one.action === action && one.at <= by + SHOWS_MS);
      const seen = watch.of(id);
      for (const sighting of seen) {
        sentences += 4 + sighting.trouble.length + (sighting.pending ? 1 : 0);
        untrue.push(...untrueOf(sighting, story, printed, touched));
      }
      const takenAt = (statuses: readonly string[]): number | null => {
        const news = story.told.find(({ status, outcome }) => outcome === '200' && statuses.includes(status ?? ''));
        return news ? Date.parse(news.at) : null;
      };
      measure(unread, takenAt(['CREATED']), seen, () => true, `order ${number}`);
      measure(cancels, takenAt(['CANCELED', 'CANCELLED']), seen, tellsOfEnd, `the cancel of order ${number}`);
      for (const one of mine)
        if (one.answer === 'took' && one.action !== 'touch' && !wasSent(one, story))
          dead.push(`${one.action} on order ${number} was never sent`);
    }
    return { orders, kills: killed, sentences, touches: touches.length, dead, untrue, endedByNobody, unread, cancels, account, missing };
  } finally {
    isOver = true;
    await app.close();
  }

  /** How long after `toldAt` the counter showed it; a computer that was off begins to count when its screen is there again. */
  function measure(
    into: StaffReport['unread'],
    toldAt: number | null,
    seen: readonly Sighting[],
    shows: (sighting: Sighting) => boolean,
    what: string,
  ): void {
    if (toldAt === null) return;
    into.told += 1;
    const since = isOn(toldAt, NEWS_MS) ? toldAt : (lives.find(({ from, to }) => to - Math.max(from, toldAt) >= NEWS_MS)?.from ?? null);
    if (since === null) return;
    const begins = Math.max(since, toldAt);
    const shown = seen.find((sighting) => shows(sighting) && sighting.gone > begins);
    const tookMs = shown ? Math.max(0, shown.seen - begins) : Number.POSITIVE_INFINITY;
    if (tookMs > NEWS_MS) into.late.push(`${what} was on the screen ${shown ? `${tookMs} ms` : 'never'} after it was told`);
    else into.slowestMs = Math.max(into.slowestMs, tookMs);
  }
}

function tellsOfEnd({ statusLabel, column, trouble }: Sighting): boolean {
  return (
    (column === 'ended' && statusLabel.startsWith('Rejected')) ||
    statusLabel.startsWith('Cancelled') ||
    trouble.some((says) => says.includes('was cancelled'))
  );
}

const REACHED: Record<string, readonly string[]> = {
  accept: ['confirmed', 'production', 'ready', 'delivered', 'rejected'],
  confirm: ['confirmed', 'production', 'ready', 'delivered', 'rejected'],
  ready: ['ready', 'delivered', 'rejected'],
  delivered: ['delivered', 'rejected'],
  'pickup-completed': ['delivered', 'rejected'],
  reject: ['rejected', 'production', 'ready', 'delivered'],
};

/** It came to the service, or the order had moved on before it could. */
function wasSent({ action, at }: Touch, { asked, truth }: Story): boolean {
  const isWithin = (moment: string) => Date.parse(moment) <= at + SENT_WITHIN_MS;
  return (
    asked.some(
      ({ operation, at: when }) => OPERATIONS[action]?.test(operation ?? '') && Date.parse(when) >= at - 1_000 && isWithin(when),
    ) || truth.some(({ state, from }) => REACHED[action]?.includes(state) && isWithin(from))
  );
}
