/**
 * A day with an awkward service, power cuts and simulated staff: everything shown, printed, heard and done is compared with the service's
 * record.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { papersOf } from '../../../main/demo/observer.ts';
import { type CounterScreen, openScreen } from '../attacks/watch/counter-screen.ts';
import { problemsOf, type RunOutcome } from '../runs/outcome.ts';
import { chanceOf } from '../seeded.ts';
import { wasNeeded } from './hearing.ts';
import { untrueHints } from './hints.ts';
import { createMishaps } from './mishaps.ts';
import { amountsIn, untrueAmounts, untrueDetail } from './money-texts.ts';
import { createNewsTimes, type NewsTimes } from './news-in-time.ts';
import { untruePapers } from './on-paper.ts';
import { drawOrder } from './orders-placed.ts';
import { createPerson, SHOWS_MS, type Touch } from './person.ts';
import { papersAs, untrueSteps } from './printout-texts.ts';
import { OPERATIONS, recordOf, type ServiceRecord, type Story } from './record.ts';
import { createWatch } from './sightings.ts';
import { untrueTimes } from './time-to-answer.ts';
import { untrueOf } from './true-or-not.ts';
import { answerTimesOf, openStaffVenue } from './venue-for-staff.ts';

/** Least interval between orders, ms; at most three times that. */
const PACE_MS = 350;
/** Limit for a command to reach the service, ms: faults and outages take time. */
const SENT_WITHIN_MS = 90_000;
const LAGGING_EVERY = 9;
const LONG_LAG_MS = 16_000;
/** One of this many stays unanswered. */
const LEFT_ALONE_EVERY = 12;
/** Screens count in whole seconds, and the service's clock has whole seconds. */
const CLOCK_OFF_MS = 2_000;

export async function staffDay(orders: number, kills: number, seed: number, say: (line: string) => void): Promise<RunOutcome> {
  const chance = chanceOf(seed);
  const wishes = chanceOf(seed + 1);
  const { app, aheadMs, ...venue } = await openStaffVenue(seed);
  const watch = createWatch();
  const leavesAlone = new Set<string>();
  const mishaps = createMishaps(app, chanceOf(seed + 2));
  const person = createPerson({ app, watch, chance, aheadMs, leavesAlone });

  const switchedOnAt: number[] = [];
  const begin = async (): Promise<{ screen: CounterScreen; working: Promise<void> } | null> => {
    const at = Date.now();
    switchedOnAt.push(at);
    await app.switchOn();
    const screen = await openScreen(app.counterUrl()).catch(() => null);
    return screen && { screen, working: person.work(screen, at) };
  };

  try {
    let life = await begin();
    const ids: string[] = [];
    const everyKill = Math.max(1, Math.floor(orders / Math.max(1, kills)));
    let killed = 0;
    for (let placed = 0; placed < orders; placed += 1) {
      const { kind, order } = drawOrder(wishes);
      // Order numbers that can't be mistaken for an amount on a printout.
      const id = await app.place(kind, { ...order, order_number: String(700_001 + placed) });
      ids.push(id);
      mishaps.placed(id, placed, kind);
      if (placed % LEFT_ALONE_EVERY === LEFT_ALONE_EVERY - 2) leavesAlone.add(id);
      // Readings of some orders lag for long.
      if (placed % LAGGING_EVERY === LAGGING_EVERY - 1)
        await app.venue.control('POST', '/faults', { match: `GET *orders/${id}`, lag_ms: LONG_LAG_MS, for_ms: 90_000 });
      await wait(PACE_MS + chance.below(2 * PACE_MS));
      if (killed < kills && placed % everyKill === everyKill - 1) {
        killed += 1;
        await app.switchOff();
        life?.screen.close();
        await life?.working;
        await wait(chance.below(1_500));
        life = await begin();
      }
      if (placed % 100 === 99)
        say(`${placed + 1} orders, ${killed} kills, ${person.touches.length} touches, ${watch.all().length} sentences looked at`);
    }
    await mishaps.over();
    const accounted = await app.account(180_000 + orders * 150, { mayLapse: true });
    person.goHome();
    life?.screen.close();
    await life?.working;

    const papers = papersOf(app.venue.printer.papers().filter(({ cut }) => cut));
    const times = await answerTimesOf({ app, aheadMs, ...venue }, switchedOnAt);
    const { touches, dead } = person;
    const untrue = person.clockOff
      .filter((off) => off > CLOCK_OFF_MS)
      .map((off) => `the screen counted down ${off} ms off the service's clock`);
    const endedByNobody: string[] = [];
    const news = createNewsTimes(person.lives);
    const ends = person.lives.map(({ to }) => to);
    let [sentences, sums, lapsed, stopped] = [0, 0, 0, 0];
    for (const id of ids) {
      const story = (await app.venue.control('GET', `/orders/${id}/story`)) as unknown as Story;
      const { order } = (await app.venue.control('GET', `/orders/${id}`)) as { order: Record<string, unknown> };
      const record = recordOf(story, order, aheadMs, ends);
      const printed = papersAs(papers(record.number) as never);
      const mine = touches.filter(({ orderId }) => orderId === id);
      const touched = (action: string, by: number) => mine.some((one) => one.action === action && one.at <= by + SHOWS_MS);
      const seen = watch.of(id);
      for (const sighting of seen) {
        sentences += 5 + 2 * sighting.trouble.length + (sighting.pending ? 1 : 0) + (sighting.stopSlip ? 1 : 0);
        sums += sighting.unread ? 0 : amountsIn(record) + (sighting.deadline ? 1 : 0);
        untrue.push(
          ...untrueOf(sighting, record, touched),
          ...untrueSteps(sighting, record, printed),
          ...untrueHints(sighting, record, person.followed),
          ...untrueAmounts(sighting, record),
          ...untrueTimes(sighting, record, times),
        );
      }
      for (const one of person.opened.filter(({ orderId }) => orderId === id)) {
        sums += amountsIn(record);
        untrue.push(...untrueDetail(one, record));
      }
      const onPaper = untruePapers(record, printed, times);
      sums += onPaper.sums;
      untrue.push(...onPaper.untrue);
      if (record.truth.some(({ event }) => event.endsWith('in time'))) lapsed += 1;
      if (seen.some((sighting) => sighting.stopped)) stopped += 1;
      for (const silence of person.endedByNobody)
        if (silence.orderId === id && wasNeeded(silence, record)) endedByNobody.push(silence.text);
      news.measure(record, seen);
      for (const one of mine)
        if (one.answer === 'took' && one.action !== 'touch' && !wasSent(one, record))
          dead.push(`${one.action} on order ${record.number} was never sent`);
    }
    // The same card repeats texts after a restart or with a new one.
    const lies = [...new Set(untrue)];
    const { unread, cancels } = news;
    const { account } = accounted;
    return {
      figures:
        `${orders} orders, ${killed} kills, ${touches.length} touches, dead ${dead.length}; ${sentences} sentences and ${sums} amounts and times, untrue ${lies.length}; ` +
        `alarms ended by nobody ${endedByNobody.length}; told within 5 s: orders ${inTime(unread)}, cancels ${inTime(cancels)}; ` +
        `answered by nobody ${lapsed}, stopped ${stopped}; lost ${account.lost}, done twice ${account.doubled}, ${account.seconds} s`,
      problems: [
        ...problemsOf(accounted),
        ...dead.map((what) => `a dead touch: ${what}`),
        ...lies.map((what) => `untrue: ${what}`),
        ...endedByNobody,
        ...unread.late,
        ...cancels.late,
      ],
    };
  } finally {
    person.goHome();
    await app.close();
  }
}

const inTime = ({ reported, late, slowestMs }: NewsTimes['unread']): string =>
  `${reported - late.length} of ${reported}, the slowest ${slowestMs} ms`;

const REACHED: Record<string, readonly string[]> = {
  accept: ['confirmed', 'production', 'ready', 'delivered', 'rejected'],
  confirm: ['confirmed', 'production', 'ready', 'delivered', 'rejected'],
  ready: ['ready', 'delivered', 'rejected'],
  delivered: ['delivered', 'rejected'],
  'pickup-completed': ['delivered', 'rejected'],
  reject: ['rejected', 'production', 'ready', 'delivered'],
};

/** Whether the command reached the service, or the order had moved on before. */
function wasSent({ action, at }: Touch, { asked, truth }: ServiceRecord): boolean {
  const isWithin = (moment: number) => moment <= at + SENT_WITHIN_MS;
  return (
    asked.some(({ operation, at: when }) => OPERATIONS[action]?.test(operation ?? '') && when >= at - 1_000 && isWithin(when)) ||
    truth.some(({ state, at: when }) => REACHED[action]?.includes(state) && isWithin(when))
  );
}
