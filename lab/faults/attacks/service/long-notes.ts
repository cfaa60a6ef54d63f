/** Orders with texts of 10 kB to 1 MB, lists of thousands, or 4 MB in all: measures blocking and the length of printouts. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openVenueProcess, type VenueProcess } from '../../venue-process.ts';
import type { Attack, Force, Outcome } from '../attack.ts';
import { type CounterScreen, openScreen } from '../watch/counter-screen.ts';
import { type HeldLoop, heldLoop } from '../watch/held-loop.ts';
import { slowestCall } from '../watch/slowest-call.ts';

/** Longest blocking, ms of CPU time: parsing and writing up to 4 MB of JSON is one step each. */
const HELD_MOST_MS = 250;
const ANSWER_MS = 10_000;
/** Longest printout, in dots: ten meters. */
const LONGEST_DOTS = 80_000;
/** The app doesn't read answers over 4 MB; such an order is shown as unreadable. */
const MOST_BYTES = 3_900_000;
const ORDER_MS = 60_000;
const CALL_EVERY_MS = 50;

const UNITS: Record<string, string> = {
  prose: 'No nuts please, I am allergic to them. ',
  'one long word': 'x',
  ideographs: '字',
  Arabic: 'بدون مكسرات من فضلك ',
  families: '👨‍👩‍👧 ',
  'leading jamo': 'ᄀ',
  'marks on a letter': 'a\u0301\u0302\u0303\u0304',
  'line breaks': 'a\n',
  'invisible signs': '\u200b\u2060',
  'half sentences': 'A. B, C: ',
  controls: '\x1b@\x10\x14\x01\x00\x01',
};

type Wishes = Record<string, unknown>;

const PLACES: Record<string, (text: string) => { kind: string; order: Wishes }> = {
  comment: (text) => ({ kind: 'self-delivery', order: { consumer_comment: text } }),
  customer: (text) => ({ kind: 'self-delivery', order: { consumer_name: text, consumer_phone_number: text } }),
  address: (text) => ({ kind: 'self-delivery', order: { delivery: { location: { formatted_address: text } } } }),
  item: (text) => ({ kind: 'takeaway', order: { items: [item(1, text, [])] } }),
  options: (text) => ({ kind: 'takeaway', order: { items: [item(1, 'Soup', [option(text, text)])] } }),
  participants: (text) => ({ kind: 'group', order: { group_participants: [{ id: '1', name: text, items: [{ row_number: 1 }] }] } }),
  company: (text) => ({ kind: 'takeaway', order: { company_name: text, company_address: text, company_tax_id: text } }),
  fees: (text) => ({ kind: 'takeaway', order: { fees: { parts: [{ type: text, total: { amount: 1, currency: text } }] } } }),
  weight: (text) => ({ kind: 'takeaway', order: { items: [{ ...item(1, 'Cheese', []), weight_details: { [text]: text } }] } }),
  times: (text) => ({ kind: 'self-delivery', order: { pickup_eta: text, delivery: { time: text } } }),
  'every place': (text) => {
    const some = text.slice(0, Math.floor(text.length / 12));
    const all = item(1, some, [option(some, some)]);
    return {
      kind: 'self-delivery',
      order: {
        consumer_comment: some,
        consumer_name: some,
        delivery: { location: { formatted_address: some } },
        items: [all, all],
        company_name: some,
        group_participants: [{ id: '1', name: some, items: [{ row_number: 1 }] }],
      },
    };
  },
};

/** Orders with long lists, about as long as those with long texts. */
const LISTS: Record<string, (length: number) => { kind: string; order: Wishes }> = {
  items: (length) => ({ kind: 'takeaway', order: { items: times(length / 250, (at) => item(at + 1, `Dish ${at}`, [])) } }),
  choices: (length) => ({ kind: 'takeaway', order: { items: [item(1, 'Bowl', sauces(length / 100))] } }),
  'choices of many dishes': (length) => ({
    kind: 'takeaway',
    order: { items: times(length / 5_000, (at) => item(at + 1, `Bowl ${at}`, sauces(50))) },
  }),
  people: (length) => ({
    kind: 'group',
    order: {
      items: times(length / 500, (at) => item(at + 1, `Dish ${at}`, [])),
      group_participants: times(length / 500, (at) => ({ id: `${at}`, name: `Guest ${at}`, items: [{ row_number: at + 1 }] })),
    },
  }),
};

export const longNotes: Attack = {
  wants: 'A long comment stops the counter for seconds and empties the roll',
  async run(force) {
    using meter = heldLoop();
    await using venue = await openVenueProcess({ robot: false });
    const reached: string[] = [];
    setPrinter(venue);
    await venue.switchOn([], meter.env);
    using screen = await openScreen(venue.counterUrl());
    const begun = Date.now();
    await through(venue, screen, { kind: 'takeaway', order: {} });
    const usually = meter.longestSince(begun);
    let tried = 0;
    let longestHeld = 0;
    let longestDots = 0;
    let slowest = 0;
    for (const { text, length, wish } of orders(force)) {
      const at = Date.now();
      tried += 1;
      try {
        const { papers, slowestMs, missing } = await through(venue, screen, wish);
        slowest = Math.max(slowest, slowestMs);
        if (slowestMs > ANSWER_MS) reached.push(`${text}: a call of the counter took ${Math.round(slowestMs)} ms`);
        if (missing !== null) reached.push(`${text}: ${missing}`);
        for (const paper of papers) {
          longestDots = Math.max(longestDots, paper.height);
          if (paper.height > LONGEST_DOTS) reached.push(`${text}: a paper of ${paper.height} dots`);
        }
      } catch (error) {
        reached.push(`${text}: ${String(error)}`);
      }
      const held = meter.longestSince(at);
      longestHeld = Math.max(longestHeld, held);
      if (held > HELD_MOST_MS) reached.push(`${text}: nobody had a turn for ${Math.round(held)} ms`);
      force.say(`${text}: held for ${Math.round(held)} ms at most, ${length} characters`);
      if (!venue.isOn()) {
        reached.push(`${text}: the app ended`);
        break;
      }
    }
    const open = venue.isOn() ? await severalOpen(venue, screen, meter, force) : { tried: 0, reached: [], figures: 'none open' };
    tried += open.tried;
    reached.push(...open.reached);
    const figures =
      `${open.figures}; the main thread was held for ${Math.round(longestHeld)} ms at most (an order as usual: ${Math.round(usually)} ms), ` +
      `the slowest call took ${Math.round(slowest)} ms, the longest paper has ${longestDots} dots (${(longestDots / 8_000).toFixed(1)} m)`;
    return { tried, reached, figures };
  },
};

/** Just below the limit of one answer, in bytes: of invisible three-byte characters, or plain ones. */
const LONGEST: Record<string, string> = {
  'signs that are not shown': `x${'\u202e'.repeat(1_380_000)}`,
  prose: (UNITS.prose ?? 'x').repeat(100_000),
};
/** Reminders and rules run every five seconds. */
const LOOKS_MS = 12_000;

/** Measures blocking by everything that reads open orders. */
async function severalOpen(venue: VenueProcess, screen: CounterScreen, meter: HeldLoop, { tries, say }: Force): Promise<Outcome> {
  const reached: string[] = [];
  const count = Math.max(4, tries(12));
  // Triggers the checks for due pre-orders and rules, and a redraw of cancelled orders.
  const saved = Date.now();
  await screen.call('settings.saveWork', { work: { reminder_minutes: 240 } });
  await wait(LOOKS_MS);
  const redrawn = meter.longestSince(saved);
  say(`settings saved: held for ${Math.round(redrawn)} ms at most`);
  if (redrawn > HELD_MOST_MS) reached.push(`settings saved: nobody had a turn for ${Math.round(redrawn)} ms`);
  const ids: string[] = [];
  const texts = Object.values(LONGEST);
  for (let at = 0; at < count; at += 1) {
    const id = await venue.place('takeaway', { consumer_comment: texts[at % texts.length] });
    ids.push(id);
    await screen.until('the card', ({ orders: shown }) => shown[id]?.actions.some(({ name }) => name === 'accept'), ORDER_MS);
  }
  const began = Date.now();
  const { slowestMs } = await slowestCall(screen, CALL_EVERY_MS, wait(LOOKS_MS));
  const held = meter.longestSince(began);
  const text = `${count} orders of 4 MB open at once`;
  if (held > HELD_MOST_MS) reached.push(`${text}: nobody had a turn for ${Math.round(held)} ms`);
  if (slowestMs > ANSWER_MS) reached.push(`${text}: a call of the counter took ${Math.round(slowestMs)} ms`);
  say(`${text}: held for ${Math.round(held)} ms at most`);
  for (const id of ids) await venue.venue.control('POST', `/orders/${id}/cancel`, {});
  return { tried: count, reached, figures: `with ${text} the looks at them held for ${Math.round(held)} ms at most` };
}

interface Try {
  text: string;
  length: number;
  wish: { kind: string; order: Wishes };
}

/** The worst of each kind first, so a short run has a little of everything. */
function orders({ chance, tries }: Force): Try[] {
  const texts = Object.entries(PLACES).flatMap(([place, fill]) =>
    Object.entries(UNITS).map(([letters, unit]) => (length: number): Try => {
      const text = repeated(unit, length);
      const bytes = Buffer.byteLength(JSON.stringify(fill(text)));
      const fitting = bytes > MOST_BYTES ? text.slice(0, Math.floor((length * MOST_BYTES) / bytes)) : text;
      return { text: `${fitting.length} characters (${letters}) in ${place}`, length: fitting.length, wish: fill(fitting) };
    }),
  );
  const lists = Object.entries(LISTS).map(([what, fill]): Try => {
    const length = 1_000_000;
    return { text: `${length} characters of ${what}`, length, wish: fill(length) };
  });
  const comments = [20_000, 100_000, 1_000_000].map((length): Try => {
    const text = repeated(UNITS.prose ?? 'x', length);
    return { text: `a comment of ${length} characters`, length, wish: PLACES.comment?.(text) ?? { kind: 'takeaway', order: {} } };
  });
  const first = [...comments, ...lists];
  const others = times(Math.max(1, tries(300) - first.length), () =>
    chance.pick(texts)(chance.pick([10_000, 20_000, 100_000, 300_000, 1_000_000])),
  );
  return [...first, ...others];
}

const repeated = (unit: string, length: number): string => unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

function setPrinter(venue: VenueProcess): void {
  const { host, port } = venue.venue.printer;
  const documents = ['kitchen-ticket', 'participant-label', 'receipt', 'courier-slip'];
  const file = join(venue.venue.dataDir, 'settings.json');
  const settings = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({ ...settings, printers: [{ id: 'kitchen', name: 'Kitchen', host, port, documents }] }));
}

async function through(venue: VenueProcess, screen: CounterScreen, wish: Try['wish']) {
  const { printer } = venue.venue;
  printer.clear();
  const { slowestMs, result: missing } = await slowestCall(screen, CALL_EVERY_MS, missingOf(venue, screen, wish));
  return { papers: printer.papers(), slowestMs, missing };
}

async function missingOf(venue: VenueProcess, screen: CounterScreen, { kind, order }: Try['wish']): Promise<string | null> {
  const id = await venue.place(kind, order);
  await screen.until('the card', ({ orders: shown }) => shown[id]?.actions.some(({ name }) => name === 'accept'), ORDER_MS);
  await screen.call('order.accept', { orderId: id, extraMinutes: 0 });
  await screen.until('the papers', ({ orders: shown, printers }) => isPrinted(shown[id]) && printers.kitchen?.waiting === 0, ORDER_MS);
  const detail = await screen.call('order.detail', { orderId: id });
  const story = await screen.call('history.order', { orderId: id });
  if (!detail.ok || !story.ok) return 'the screen cannot show it';
  const comment = String(order.consumer_comment ?? '');
  const shown = screen.state().orders[id];
  const isWhole = [shown?.comment, detail.value.whole?.comment].some((one) => visible(one ?? '') === visible(comment));
  const papers = venue.venue.printer.papers();
  const isReported = papers.some(({ text }) => plain(text).includes(plain(comment)) || text.includes('continued'));
  await venue.venue.control('POST', `/orders/${id}/cancel`, {});
  if (comment !== '' && !isWhole) return 'the screen lacks a part of the comment';
  return comment === '' || isReported ? null : 'the paper lacks a part of the comment and does not say so';
}

function isPrinted(card: { ticket: { state: string } } | undefined): boolean {
  return card?.ticket.state === 'confirmed' || card?.ticket.state === 'sent';
}

/** Invisible characters are removed for screens; a cut text may end in half a character. */
const visible = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\ufffd]/gu, '').trim();

const plain = (text: string): string => text.replaceAll(/[^a-zA-Z]/g, '');

function item(row: number, name: string, options: Wishes[]): Wishes {
  const price = { amount: 100, currency: 'EUR' };
  return { id: `i${row}`, row_number: row, name, count: 1, options, item_price: { unit_price: price, total: price } };
}

function option(name: string, value: string): Wishes {
  return { name, value, count: 1, price: { amount: 0, currency: 'EUR' } };
}

const sauces = (count: number): Wishes[] => times(count, (at) => option('With', `Sauce ${at}`));

function times<T>(count: number, make: (at: number) => T): T[] {
  return Array.from({ length: Math.max(1, Math.round(count)) }, (_, at) => make(at));
}
