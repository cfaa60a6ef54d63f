/** Thousands of tickets on printers that fall silent, disconnect, run out of paper, are opened, answer late or wrongly or are off. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { USUAL_TEMPLATE } from '../../../contract/settings/paper-template.ts';
import { isoDigits } from '../../../main/orders/money/money.ts';
import { parseOrder } from '../../../main/orders/reading/parse-order.ts';
import { createPrinterService } from '../../../main/printing/spool/printer-service.ts';
import { createSpool } from '../../../main/printing/spool/spool.ts';
import { printerWith } from '../../../main/settings/settings.ts';
import { openStore } from '../../../main/store/store.ts';
import { startWorker } from '../../../main/store/worker.ts';
import type { PrinterFaults } from '../../../sandbox/printer/faults.ts';
import type { Paper } from '../../../sandbox/printer/printer.ts';
import { startVirtualPrinter } from '../../../sandbox/printer/virtual-printer.ts';
import { systemTime } from '../../../shared/time/system-time.ts';
import { orderBody } from '../../../test/fixtures/orders.ts';
import { PLAIN_SPOOL } from '../../../test/fixtures/spool.ts';
import { type Chance, chanceOf } from '../seeded.ts';
import { problemIf, type RunOutcome, secondsSince } from './outcome.ts';

const PRINTERS = 24;
/** A confirming printer with limits short enough for thousands of faults. */
const TIMES = {
  connectTimeoutMs: 500,
  replyTimeoutMs: 150,
  stallTimeoutMs: 400,
  confirmTimeoutMs: 800,
  pollMs: 50,
  settleMs: 200,
  closeTimeoutMs: 200,
};
const FAULTS: ((chance: Chance) => Partial<PrinterFaults>)[] = [
  () => ({ paper_out: true }),
  () => ({ cover_open: true }),
  () => ({ offline: true }),
  () => ({ refuse: true }),
  () => ({ hang: true }),
  () => ({ silent: true }),
  () => ({ reset_after_bytes: 1 }),
  (chance) => ({ reset_after_bytes: 50 + chance.below(800) }),
  (chance) => ({ close_after_bytes: 50 + chance.below(800) }),
  (chance) => ({ late_ms: 50 + chance.below(1_500) }),
  () => ({ wrong_id: true }),
];

export async function badPrinters(jobs: number, seed: number, say: (line: string) => void): Promise<RunOutcome> {
  const chance = chanceOf(seed);
  const began = Date.now();
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-printing-'));
  const store = openStore(folder);
  const machines = await Promise.all(Array.from({ length: PRINTERS }, () => startVirtualPrinter({ port: 0 })));
  const printers = machines.map(({ host, port }, at) =>
    printerWith({ id: `printer-${at}`, name: `Printer ${at}`, host, port, documents: ['kitchen-ticket'] }),
  );
  const printerService = createPrinterService({
    time: systemTime,
    printTimes: TIMES,
    printedAt: () => new Date().toISOString(),
    template: () => USUAL_TEMPLATE,
    currencyDigits: isoDigits,
    onContact: () => undefined,
  });
  const spool = createSpool({
    ...PLAIN_SPOOL,
    store,
    printerService,
    printers: () => printers,
    monotonic: Date.now,
    askAfterMs: () => Number.POSITIVE_INFINITY,
    backupAfterMs: () => Number.POSITIVE_INFINITY,
    printedAt: () => new Date().toISOString(),
  });
  const defects: unknown[] = [];
  const worker = startWorker({ store, time: systemTime, kinds: [spool.kind], onDefect: (error) => defects.push(error) });
  const faults: Record<string, number> = {};
  let busy = true;
  const breaking = machines.map(async (machine) => {
    while (busy) {
      await pause(20 + chance.below(400));
      const fault = chance.pick(FAULTS)(chance);
      for (const name of Object.keys(fault)) faults[name] = (faults[name] ?? 0) + 1;
      machine.set(fault);
      await pause(50 + chance.below(700));
      machine.set(
        Object.fromEntries(Object.keys(fault).map((name) => [name, name.endsWith('bytes') || name.endsWith('ms') ? null : false])),
      );
    }
  });
  try {
    const orders = Math.ceil(jobs / PRINTERS);
    for (let at = 0; at < orders; at += 1) {
      const body = orderBody('takeaway-cash', { id: `order-${at}`, order_number: String(1_000_000 + at), order_status: 'production' });
      const parsed = parseOrder(body);
      if (!parsed.ok) throw new Error(parsed.why);
      const row = { order: parsed.order, stage: 'preparing' as const, open: true, noticedAt: 0, readAt: 0 };
      store.write(() => {
        store.orders.save({ ...row, initialPickupEta: null, alerting: false, endedAt: null }, body);
        spool.paperDue(parsed.order, { occasion: 'accepted' });
      });
      // Tickets become due slightly faster than they print, as in a rush.
      while (store.queue.list('unfinished', 500).length >= 400) await pause(20);
      if ((at + 1) % 50 === 0) say(`${(at + 1) * PRINTERS} tickets due`);
    }
    busy = false;
    await Promise.all(breaking);
    while (store.queue.list('unfinished', 1).length > 0) await pause(100);
    await pause(500);
    await worker.stop();
    if (defects.length > 0) throw defects[0];

    const report = { lost: 0, unmarkedDoubles: 0, calledPrinted: 0, copies: 0, papers: 0 };
    machines.forEach((machine, which) => {
      const whole = new Map<string, Paper[]>();
      for (const paper of machine.papers().filter(isWhole)) {
        report.papers += 1;
        const number = /1\d{6}/.exec(paper.text)?.[0] ?? '';
        whole.set(number, [...(whole.get(number) ?? []), paper]);
      }
      for (let at = 0; at < orders; at += 1) {
        const papers = whole.get(String(1_000_000 + at)) ?? [];
        const unmarked = papers.filter(({ text }) => !text.includes('POSSIBLE COPY')).length;
        if (papers.length === 0) {
          report.lost += 1;
          const known = store.ledger.of(`order-${at}`).filter((row) => row.printerId === `printer-${which}`);
          say(`lost: order-${at} at printer-${which}, in the ledger: ${known.map(({ outcome }) => outcome).join(', ')}`);
        }
        if (unmarked > 1) report.unmarkedDoubles += 1;
        report.copies += Math.max(0, papers.length - 1);
        const confirmed = store.ledger.of(`order-${at}`).some((row) => row.printerId === `printer-${which}` && row.outcome === 'confirmed');
        if (confirmed && papers.length === 0) report.calledPrinted += 1;
      }
    });
    const { lost, unmarkedDoubles, calledPrinted } = report;
    return {
      figures:
        `${orders * PRINTERS} tickets, ${report.papers} papers, lost ${lost}, unmarked doubles ${unmarkedDoubles}, ` +
        `called printed that were not ${calledPrinted}, ${report.copies} marked copies, ${secondsSince(began)} s; ${JSON.stringify(faults)}`,
      problems: [
        ...problemIf(lost > 0, `${lost} tickets were lost`),
        ...problemIf(unmarkedDoubles > 0, `${unmarkedDoubles} tickets came twice without a mark`),
        ...problemIf(calledPrinted > 0, `${calledPrinted} tickets were called printed that were not`),
      ],
    };
  } finally {
    busy = false;
    await worker.stop(0);
    store.close();
    await Promise.all(machines.map((machine) => machine.close()));
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Whether it was cut and has its last line. */
function isWhole(paper: Paper): boolean {
  return paper.cut && /Printed \d/.test(paper.text);
}
