/** Simulated staff who use only what a card offers, follow its advice, open orders, and sometimes ignore one. */

import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type Answer, type AppState, type CallName, type OrderCard, sourceOf } from '../../../contract/contract.ts';
import { english } from '../../../contract/english.ts';
import { codesIn } from '../../../test/setup/messages.ts';
import type { CounterScreen } from '../attacks/watch/counter-screen.ts';
import type { Chance } from '../seeded.ts';
import type { VenueProcess } from '../venue-process.ts';
import { createHearing, type Silence } from './hearing.ts';
import type { Followed } from './hints.ts';
import type { Opened } from './money-texts.ts';
import type { Watch } from './sightings.ts';

export interface Touch {
  orderId: string;
  action: string;
  at: number;
  /** Null until answered; a kill may come first. */
  answer: 'took' | 'refused' | null;
}

export interface Person {
  /** Works until the app is off. `switchedOnAt`: epoch ms. */
  work(screen: CounterScreen, switchedOnAt: number): Promise<void>;
  goHome(): void;
  touches: Touch[];
  /** Taps without effect or notice. */
  dead: string[];
  /** Alarms that ended unanswered while needed. */
  endedByNobody: readonly Silence[];
  opened: Opened[];
  followed: Followed[];
  /** The app's lives as seen here, epoch ms. */
  lives: { from: number; to: number }[];
  /** Countdown errors, ms, once the service's time is known; the worst of each life. */
  clockOff: number[];
}

const LOOK_MS = 100;
/** Reaction time, ms. */
const REACTS_MS = 350;
/** A tap without an effect by then is dead, ms. */
export const SHOWS_MS = 3_000;
const CALL_MS = 5_000;
/** The screen follows the service's clock this long after its first answer, ms. */
const CLOCK_IS_LEARNT_MS = 5_000;

/** `aheadMs`: offset of the service's clock. `leavesAlone`: orders left unanswered. */
export function createPerson(options: {
  app: VenueProcess;
  watch: Watch;
  chance: Chance;
  aheadMs: number;
  leavesAlone: ReadonlySet<string>;
}): Person {
  const { app, watch, chance } = options;
  const hearing = createHearing();
  const touches: Touch[] = [];
  const dead: string[] = [];
  const opened: Opened[] = [];
  const followed: Followed[] = [];
  const lives: Person['lives'] = [];
  const clockOff: number[] = [];
  const pickedUp = new Set<string>();
  const tried = new Set<string>();
  let connectedAt = 0;
  let isOver = false;
  let here: Person['lives'][number] | null = null;

  async function work(screen: CounterScreen, switchedOnAt: number): Promise<void> {
    const life = { from: Date.now(), to: Date.now() };
    lives.push(life);
    here = life;
    watch.opened(life.from, switchedOnAt);
    const hands = new Map<string, number>();
    let off = 0;
    while (app.isOn() && !isOver) {
      const at = Date.now();
      const state = screen.state();
      life.to = at;
      watch.look(state, at);
      const { app: shown } = state.app;
      const clockOffsetMs = shown?.clockOffsetMs ?? 0;
      const heardAt = Date.parse(sourceOf(shown, 'poller')?.lastHeardAt ?? '') - options.aheadMs;
      if (heardAt > life.from && at - life.from > CLOCK_IS_LEARNT_MS) off = Math.max(off, Math.abs(clockOffsetMs - options.aheadMs));
      for (const card of Object.values(state.orders)) hearing.hear(card);
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
    here = null;
    clockOff.push(off);
    watch.closed(life.to);
  }

  function use(screen: CounterScreen, card: OrderCard): void {
    if (card.cancelled === 'unseen' || card.alerting) {
      touch(screen, card, 'touch', 'order.touch', { orderId: card.id, cancelled: card.cancelled !== null }, hearing.answered(card));
      return;
    }
    if (card.trouble.some(({ hint }) => codesIn(hint).includes('order.retryInDiagnostics'))) follow(screen, card);
    if (card.pending !== null || options.leavesAlone.has(card.id)) return;
    const offered = card.actions.map(({ name }) => name);
    if (card.kind === 'self-delivery' && card.column === 'ready' && !card.unread && !pickedUp.has(card.id)) return pickUp(screen, card);
    if (offered.length === 0) return;
    open(screen, card);
    const name = offered.includes('reject') && chance.below(20) === 0 ? 'reject' : offered.find((one) => one !== 'reject');
    if (name === 'accept') touch(screen, card, name, 'order.accept', { orderId: card.id, extraMinutes: chance.pick([null, 0, 5]) });
    if (name === 'confirm' || name === 'ready' || name === 'delivered') touch(screen, card, name, `order.${name}`, { orderId: card.id });
    if (name === 'reject')
      touch(screen, card, name, 'order.reject', { orderId: card.id, reason: 'Sold out for today, sorry', code: 'ITEMS_UNAVAILABLE' });
  }

  function open(screen: CounterScreen, { id: orderId }: OrderCard): void {
    screen.call('order.detail', { orderId }, CALL_MS).then(
      (answer) => {
        if (answer.ok) opened.push({ orderId, at: Date.now(), detail: answer.value });
      },
      () => undefined,
    );
  }

  /** Opens Diagnostics as advised, and retries once what failed. */
  function follow(screen: CounterScreen, { id: orderId, trouble }: OrderCard): void {
    const at = Date.now();
    const key = `${orderId} ${JSON.stringify(trouble)}`;
    if (tried.has(key)) return;
    tried.add(key);
    screen.call('diagnostics.get', {}, CALL_MS).then(
      async (answer) => {
        const job = answer.ok ? answer.value.jobs.find((one) => one.orderId === orderId && one.state === 'failed') : undefined;
        followed.push({ orderId, at, found: job !== undefined });
        // "Look at the order at the service before you try again."
        const mayBeDone = trouble.some(({ text }) => codesIn(text).includes('command.outcomeUnknown'));
        const { history } = (await app.venue.control('GET', `/orders/${orderId}`)) as { history: { event: string }[] };
        if (mayBeDone && history.some(({ event }) => event === 'picked up')) return;
        if (job) await screen.call('job.retry', { id: job.id }, CALL_MS);
      },
      () => undefined,
    );
  }

  function answered(made: Touch, { number }: OrderCard, answer: Answer<unknown>): void {
    made.answer = answer.ok ? 'took' : 'refused';
    if (!answer.ok && english(answer.problem.text).trim() === '') dead.push(`${made.action} on order ${number} was refused without a word`);
  }

  /** No card shows this step, so only its answer is checked. */
  function pickUp(screen: CounterScreen, card: OrderCard): void {
    pickedUp.add(card.id);
    const made: Touch = { orderId: card.id, action: 'pickup-completed', at: Date.now(), answer: null };
    touches.push(made);
    const input = { orderId: card.id, requestId: randomUUID(), operation: { operation: 'pickup-completed' as const } };
    screen.call('order.operate', input, CALL_MS).then(
      (answer) => answered(made, card, answer),
      () => undefined,
    );
  }

  function touch(
    screen: CounterScreen,
    card: OrderCard,
    action: string,
    call: CallName,
    input: unknown,
    taken: () => void = () => undefined,
  ): void {
    const made: Touch = { orderId: card.id, action, at: Date.now(), answer: null };
    touches.push(made);
    const life = here;
    const isSameLife = (): boolean => life !== null && life === here && app.isOn();
    const before = JSON.stringify([card.pending, card.actions, card.trouble, card.alerting, card.cancelled === 'unseen']);
    screen.call(call, input as never, CALL_MS).then(
      async (answer) => {
        answered(made, card, answer);
        // The tap counts as under way until the screen was looked at again.
        void wait(LOOK_MS * 2).then(taken);
        if (!answer.ok) return;
        const shows = (state: AppState): boolean => {
          const now = state.orders[card.id];
          return !now || JSON.stringify([now.pending, now.actions, now.trouble, now.alerting, now.cancelled === 'unseen']) !== before;
        };
        await screen.until('what the touch did', shows, SHOWS_MS).catch(() => {
          if (isSameLife()) dead.push(`${action} on order ${card.number} changed nothing on its card, "${english(card.statusLabel)}"`);
        });
      },
      () => {
        taken();
        if (isSameLife()) dead.push(`${action} on order ${card.number} was not answered`);
      },
    );
  }

  function connect(screen: CounterScreen, state: AppState, at: number): void {
    const isWell = Object.values(state.venues).every(({ state: is }) => is === 'connected');
    if (isWell || at - connectedAt < 4_000) return;
    connectedAt = at;
    void app.venue
      .newConnection()
      .then((connection) => screen.call('venue.connect', connection, 10_000))
      .catch(() => undefined);
  }

  return {
    work,
    goHome: () => {
      isOver = true;
    },
    touches,
    dead,
    endedByNobody: hearing.endedByNobody,
    opened,
    followed,
    lives,
    clockOff,
  };
}
