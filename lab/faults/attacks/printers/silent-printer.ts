/** Printers that never confirm, each in its own way. Nothing the app shows or exports may call an unconfirmed ticket printed. */

import type {
  AppState,
  CallInput,
  CallName,
  CallOutput,
  OrderCard,
  PrinterSettings,
  PrinterView,
  Push,
} from '../../../../contract/contract.ts';
import { english } from '../../../../contract/english.ts';
import { dayOf } from '../../../../main/history/span.ts';
import { until } from '../../../../test/e2e/venue/venue.ts';
import { ALL_WELL, PAPER_OUT, type ScriptedPrinter, startScriptedPrinter } from '../../../../test/integration/printing/scripted-printer.ts';
import { codesIn } from '../../../../test/setup/messages.ts';
import { openVenueProcess, type VenueProcess } from '../../venue-process.ts';
import type { Attack } from '../attack.ts';
import { type CounterScreen, openScreen } from '../watch/counter-screen.ts';

const SOON_MS = 60_000;
/** Bytes of a ticket that arrive before the fault starts. */
const SOME_BYTES = 60;

/** Ways not to confirm a printout. */
const WAYS = ['silent', 'runs-out', 'hangs-up', 'never-proves'] as const;
type Way = (typeof WAYS)[number];

export const silentPrinter: Attack = {
  wants: 'A printer that only takes bytes is called ready, and its papers printed',
  async run({ chance, tries, say }) {
    await using venue = await openVenueProcess({ robot: false });
    const reached = new Set<string>();
    const printers: ScriptedPrinter[] = [];
    const watch = watcher(reached);
    try {
      await venue.switchOn();
      using screen = await openScreen(venue.counterUrl(), watch.onPush);
      let tried = 0;
      for (const way of waysOf(tries(40), () => chance.pick(WAYS))) {
        tried += 1;
        const answersStatus = way !== 'silent' && way !== 'hangs-up';
        const printer = await startScriptedPrinter({ answersStatus, answersProcessId: way === 'runs-out' });
        printers.push(printer);
        const one: Try = { venue, screen, printer, watch, reached, id: `printer-${tried}`, way };
        await oneOrder(one).catch((error: unknown) => reached.add(`${way}: ${String(error)}`));
        watch.over();
        say(`${way}: ${[...reached].length === 0 ? 'nothing said that is not so' : [...reached].join('; ')}`);
        if (!venue.isOn()) {
          reached.add(`${way}: the app ended`);
          break;
        }
      }
      await nothingTwice(venue, printers, reached);
      return {
        tried,
        reached: [...reached],
        figures: `${watch.looks} looks at what the counter shows and hands out, ${watch.confirmed} papers really confirmed`,
      };
    } finally {
      for (const printer of printers) await printer.close();
    }
  },
};

interface Try {
  venue: VenueProcess;
  screen: CounterScreen;
  printer: ScriptedPrinter;
  watch: Watch;
  reached: Set<string>;
  id: string;
  way: Way;
}

/** The slowest way is omitted in a short run. */
function waysOf(count: number, pick: () => Way): Way[] {
  const first: Way[] = ['silent', 'runs-out', 'hangs-up'];
  return [...first, ...Array.from({ length: Math.max(0, count - first.length) }, pick)];
}

/** One order from accept to cancel, and all texts about its printouts. */
async function oneOrder(one: Try): Promise<void> {
  const { venue, screen, printer, watch, reached, id: printerId, way } = one;
  const wrong = (what: string): void => void reached.add(`${way}: ${what}`);
  const { host, port, script } = printer;
  watch.over();
  const settings = { id: printerId, name: 'Kitchen', host, port, documents: ['kitchen-ticket'] } as unknown as PrinterSettings;
  await screen.call('settings.savePrinters', { printers: [settings] });
  if (way === 'hangs-up') {
    script.closeAfterBytes = SOME_BYTES;
    script.onBytes = (received, own) => {
      if (received >= SOME_BYTES) setImmediate(() => Object.assign(own, { closeAfterBytes: null }));
    };
  }
  if (way === 'runs-out') script.onBytes = (_received, own) => Object.assign(own, { status: PAPER_OUT });

  const id = await venue.place('takeaway');
  watch.unverified({ orderId: id, printerId, isMute: way === 'silent' || way === 'hangs-up' });
  await screen.until('the card', ({ orders }) => orders[id]?.actions.some(({ name }) => name === 'accept'), SOON_MS);
  await screen.call('order.accept', { orderId: id, extraMinutes: 0 });

  if (way === 'runs-out') {
    await screen.until('the trouble', ({ printers }) => printers[printerId]?.state === 'trouble', SOON_MS);
    await audit(one, id);
    watch.over();
    watch.confirmed += 1;
    Object.assign(script, { status: ALL_WELL, onBytes: null });
    await screen.until('the ticket', ({ orders }) => orders[id]?.ticket.state === 'confirmed', SOON_MS);
    return;
  }

  const step = await screen.until('the ticket', ({ orders }) => is(orders[id]?.ticket, 'sent', 'confirmed'), SOON_MS);
  if (step.state !== 'sent') wrong(`the card says "${english(step.text)}"`);
  await audit(one, id);
  const papers = printer.ticket().toString('latin1');
  const isMarked = papers.includes('POSSIBLE COPY');
  const cuts = papers.split(CUT).length - 1;
  // The interrupted ticket may have been printed in full.
  if (cuts < 1 || cuts > (way === 'hangs-up' ? 2 : 1)) wrong(`${cuts} tickets came out of one`);
  if (isMarked !== (way === 'hangs-up'))
    wrong(isMarked ? 'the first ticket is marked as a copy' : 'the ticket that follows half a ticket is not marked');
  if (way === 'silent') await byHand(one, id);

  await venue.venue.control('POST', `/orders/${id}/cancel`, {});
  const stopped = ({ orders }: AppState) => orders[id]?.cancelled === 'unseen' && is(orders[id]?.stopSlip, 'sent', 'confirmed');
  const stop = await screen.until('the STOP slip', stopped, SOON_MS);
  if (stop.state !== 'sent') wrong(`of the STOP slip the screen says "${english(stop.text)}"`);
  await audit(one, id);
}

const CUT = '\x1dV';

function is<T extends { state: string }>(step: T | undefined, ...states: string[]): T | false {
  return step !== undefined && states.includes(step.state) && step;
}

/** Staff view the ticket, mark it as printed and print it again. */
async function byHand({ screen, printer, watch, reached, id: printerId }: Try, orderId: string): Promise<void> {
  const ticket = { orderId, document: 'kitchen-ticket', part: null, printerId: null } as const;
  const test = await screen.call('printer.test', { printerId });
  if (!test.ok || test.value.confirmed !== false) reached.add(`a test page: ${JSON.stringify(test)}`);
  const report = await screen.call('print.dayReport', { printerId });
  if (!report.ok || report.value.confirmed !== false) reached.add(`a day report: ${JSON.stringify(report)}`);
  const selfTest = await screen.call('selfTest.run', {});
  const step = selfTest.ok ? selfTest.value.steps.find(({ id }) => id.includes(printerId)) : undefined;
  if (!step?.unsure) reached.add(`the self-test says ${JSON.stringify(step?.text ?? selfTest)}`);

  const before = printer.ticket().length;
  const again = await screen.call('print.again', { ...ticket, printerId });
  if (!again.ok) reached.add('a ticket could not be printed again');
  await until('the copy', async () => {
    const detail = await screen.call('order.detail', { orderId });
    return detail.ok && detail.value.papers.length === 2;
  });
  if (!printer.ticket().subarray(before).toString('latin1').includes('REPRINT'))
    reached.add('a ticket that staff asked for again is not marked');

  const card = () => screen.state().orders[orderId]?.ticket;
  if (card()?.state !== 'sent') reached.add(`after a second one the card says "${english(card()?.text ?? '')}"`);
  watch.seen();
  const seen = await screen.call('print.seen', ticket);
  if (!seen.ok) reached.add('staff cannot say that a ticket is out');
  await screen.until('what staff said', ({ orders }) => codesIn(orders[orderId]?.ticket).includes('cardTicket.confirmedByStaff'), SOON_MS);
}

async function audit({ screen, watch, reached, way, id: printerId }: Try, orderId: string): Promise<void> {
  const ask = async <N extends CallName>(name: N, input: CallInput<N>): Promise<CallOutput<N>> => {
    const answer = await screen.call(name, input, SOON_MS);
    if (!answer.ok) throw new Error(`${name}: ${answer.problem.code}`);
    return answer.value;
  };
  const day = dayOf(Date.now());
  const { orders, printers, notices } = screen.state();
  watch.read(`${way}: the card`, orders[orderId]);
  watch.read(`${way}: the printer`, printers[printerId]);
  watch.read(`${way}: the notices`, notices);
  watch.read(`${way}: the order's papers`, await ask('order.detail', { orderId }));
  const story = await ask('history.order', { orderId });
  watch.read(`${way}: the story`, story);
  watch.read(`${way}: the table of the day`, await ask('history.csv', { span: { firstDay: day, lastDay: day } }));
  const { counts, contacts, jobs } = await ask('diagnostics.get', {});
  watch.read(`${way}: diagnostics`, [contacts.filter(({ name }) => name === printers[printerId]?.name), jobs]);
  const bundle = JSON.parse((await ask('diagnostics.bundle', {})).text);
  const inBundle = bundle.orders.find(({ id }: { id: string }) => id === orderId);
  watch.read(`${way}: the support file`, inBundle);

  // Totals may count only as many printouts as printers confirmed.
  const counted = (all: { name: string; count: number }[]) => all.find(({ name }) => name === 'paper-confirmed')?.count;
  const { papers } = (await ask('history.report', { span: { firstDay: day, lastDay: day }, against: null })).report;
  const reported: [string, number | undefined][] = [
    // Just after midnight the day has only some of the printouts.
    ['the day', papers && Math.max(papers.confirmed, watch.confirmed)],
    ['diagnostics', counted(counts)],
    ['the support file', bundle.papers?.confirmed.count],
  ];
  for (const [where, count] of reported)
    if (count !== watch.confirmed) reached.add(`${way}: ${where} counts ${count} papers as confirmed, the printers ${watch.confirmed}`);
  if (papers && papers.sent === 0 && way !== 'runs-out') reached.add(`${way}: the day does not say that papers are not confirmed`);
}

/** A restart prints none of the printed tickets again. */
async function nothingTwice(venue: VenueProcess, printers: ScriptedPrinter[], reached: Set<string>): Promise<void> {
  const had = printers.map((printer) => printer.ticket().length);
  await venue.switchOff();
  await venue.switchOn();
  using screen = await openScreen(venue.counterUrl());
  const waiting = await screen.call('diagnostics.get', {}, SOON_MS);
  if (!waiting.ok || waiting.value.jobs.some(({ kind }) => kind === 'print'))
    reached.add('after a restart papers wait that were sent before');
  await screen.until('idle printers', ({ printers: shown }) => Object.values(shown).every((one) => one.waiting === 0), SOON_MS);
  printers.forEach((printer, at) => {
    if (printer.ticket().length !== had[at]) reached.add('a paper that was sent came out once more after a restart');
  });
}

type Watch = ReturnType<typeof watcher>;

const HONEST = [
  'no one knows whether it printed',
  "doesn't report whether it printed them",
  "didn't confirm that it printed",
  "It doesn't confirm printouts",
];
/** Allowed once staff have marked the ticket as printed. */
const HONEST_ONCE_SEEN = 'staff confirmed it was printed';

/** An order whose tickets nothing may call printed; `isMute`: nor the printer ready. */
interface Unverified {
  orderId: string;
  printerId: string;
  isMute: boolean;
}

function watcher(reached: Set<string>) {
  let of: Unverified | null = null;
  let isSeen = false;
  const read = (where: string, what: unknown): void => {
    watch.looks += 1;
    const honest = isSeen ? [...HONEST, HONEST_ONCE_SEEN] : HONEST;
    for (const claim of textsIn(what).flatMap((text) => claimIn(text, honest))) reached.add(`${where}: "${claim}"`);
  };
  const card = ({ ticket, labels, till, stopSlip }: OrderCard): void => {
    for (const step of [stopSlip, ...(isSeen ? [] : [ticket, labels, till])])
      if (step?.state === 'confirmed') reached.add(`a step is called confirmed: "${english(step.text)}"`);
  };
  const printer = ({ state, text }: PrinterView): void => {
    if (of?.isMute && (state === 'ready' || state === 'printing' || /^(Ready|Printing)/.test(english(text))))
      reached.add(`the printer is called ${state}: "${english(text)}"`);
  };
  const watch = {
    /** Printouts confirmed, by the printers' own count. */
    confirmed: 0,
    looks: 0,
    onPush(push: Push): void {
      if (!of) return;
      const changes = push.push === 'patch' ? push.changes : [];
      const mine = changes.filter(({ id }) => id === of?.orderId || id === of?.printerId || id.endsWith(`/${of?.printerId}`));
      for (const { topic, value } of mine) {
        if (value === null) continue;
        read(`the screen (${topic})`, value);
        if (topic === 'orders') card(value);
        if (topic === 'printers') printer(value);
      }
    },
    unverified(given: Unverified): void {
      of = given;
      isSeen = false;
    },
    seen() {
      isSeen = true;
    },
    /** Later texts may call the tickets printed. */
    over() {
      of = null;
    },
    read,
  };
  return watch;
}

/** Every text of an answer, without field names. */
function textsIn(what: unknown): string[] {
  if (typeof what === 'string') return [what];
  return typeof what === 'object' && what !== null ? Object.values(what).flatMap(textsIn) : [];
}

function claimIn(text: string, honestTexts: readonly string[]): string[] {
  const rest = honestTexts.reduce((left, honest) => left.replaceAll(honest, ''), text);
  // The single word is the name of an order's step.
  return rest.trim() !== 'printed' && /\bprinted\b|(?<!not )confirmed by the printer/i.test(rest) ? [text.slice(0, 120)] : [];
}
