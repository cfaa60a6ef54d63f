/** Print troubles in every language: complete, with staff's printer names unchanged. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { english } from '../../../contract/english.ts';
import { LANGUAGES, localeOf } from '../../../contract/language.ts';
import { isMessage, isMoment, isMoney, type Message, message, type Text } from '../../../contract/message.ts';
import { createWords, type Messages } from '../../../contract/words.ts';
import { freePort } from '../../../main/demo/venue.ts';
import { tryAgain } from '../../../main/printing/spool/try-again.ts';
import { devicePath, queueName } from '../../../main/printing/transports/device-name.ts';
import { printOnDevice, whyNot } from '../../../main/printing/transports/device-printer.ts';
import { findPrinters } from '../../../main/printing/transports/find-printers.ts';
import { openConnection } from '../../../main/printing/transports/printer-connection.ts';
import { troubleIn, warningsIn } from '../../../main/printing/transports/printer-status.ts';
import { inMidTicket, MUTE, STALLED, troubleOf, UNVERIFIED } from '../../../main/printing/transports/printer-trouble.ts';
import { printBySystem, printOnShare, systemQueueTrouble } from '../../../main/printing/transports/system-printer.ts';
import type { PrintResult } from '../../../main/printing/transports/tcp-printer.ts';
import { troubleOfPrinter } from '../../../main/printing/transports/windows/windows-states.ts';
import { printerWith } from '../../../main/settings/settings.ts';
import { textOf } from '../../../main/store/rows/stored/stored-text.ts';
import { openStore } from '../../../main/store/store.ts';
import { systemTime } from '../../../shared/time/system-time.ts';
import { attemptDue } from '../../fixtures/attempt.ts';
import { putOrder } from '../../fixtures/orders.ts';
import { spoolOn } from '../../fixtures/spool.ts';
import { fileFolder } from '../../setup/parts.ts';
import { order } from '../../unit/printing/papers/orders.ts';

const ROOM = new URL('../../../main/printing/', import.meta.url);
const OTHERS = LANGUAGES.filter((language) => language !== 'en');
const messagesOf = (language: string): Messages =>
  JSON.parse(readFileSync(new URL(`../../../resources/locales/${language}.json`, import.meta.url), 'utf8'));

const folder = fileFolder();
const receipt = () =>
  printerWith({
    id: 'printer-1',
    name: 'Receipt',
    via: 'device',
    device: join(folder, 'gone'),
    documents: ['kitchen-ticket'],
    backup: 'printer-2',
  });
const orders = () => printerWith({ id: 'printer-2', name: 'Order', via: 'device', device: join(folder, 'gone-too'), documents: [] });
let texts: Text[];

beforeAll(async () => {
  const ways = [...ofItself(), ...(await ofTheNetwork()), ...(await ofDevices()), ...(await ofTheSystem())];
  const failures = ways.map((way): Failure => ({ outcome: 'failed', nothingPrinted: true, code: 'unreachable', ...way }));
  const waiting = failures.map((failure) => tryAgain(receipt(), failure, 1).error);
  const hints = failures.flatMap(({ hint }) => hint ?? []);
  texts = [...waiting, ...hints, ...warnings(), ...(await textsOfFinding()), ...(await whatTheSpoolKeeps())];
});

type Failure = Extract<PrintResult, { outcome: 'failed' }>;
type Way = Pick<Failure, 'text' | 'hint'>;

/** Troubles by a printer's four status bytes and by lost connections, each also during a ticket. */
function ofItself(): Way[] {
  const well = { printer: 0x12, offlineCause: 0x12, errorCause: 0x12, paper: 0x12 };
  const found = [
    { ...well, offlineCause: 0x16 },
    { ...well, paper: 0x72 },
    { ...well, errorCause: 0x1a },
    { ...well, errorCause: 0x52 },
    { ...well, errorCause: 0x32 },
    { ...well, printer: 0x1a },
  ].map(troubleIn);
  const troubles = [
    ...found,
    MUTE,
    STALLED,
    UNVERIFIED,
    ...(['cancelled', 'reset', 'flooded', 'stranger', 'closed'] as const).map(troubleOf),
  ];
  const all = troubles.map((trouble) => trouble ?? expect.fail('it tells of no trouble'));
  expect(new Set(all.map(({ text }) => english(text))).size).toBe(14);
  return [...all, ...all.map(inMidTicket)];
}

async function ofTheNetwork(): Promise<Way[]> {
  const free = await freePort();
  const stopped = AbortSignal.abort();
  const tried = await Promise.all([
    openConnection({ host: '127.0.0.1', port: free }, 5_000, systemTime),
    openConnection({ host: 'no..name', port: free }, 5_000, systemTime),
    // A broadcast address can't be connected, so no packet is sent.
    openConnection({ host: '255.255.255.255', port: free }, 5_000, systemTime),
    openConnection({ host: '127.0.0.1', port: free }, 5_000, systemTime, stopped),
  ]);
  return tried.map((trouble) => ('text' in trouble ? trouble : expect.fail('it is connected')));
}

async function ofDevices(): Promise<Way[]> {
  const file = join(folder, 'file');
  writeFileSync(file, 'kept');
  const stuck = join(folder, 'stuck');
  spawnSync('mkfifo', [stuck]);
  // Opened by a reader that never reads, like a printer without paper.
  const reader = await open(stuck, 'r+');
  const much = Buffer.alloc(1_000_000);
  const tried = [
    await printOnDevice('no path', much),
    await printOnDevice(file, much),
    await printOnDevice(folder, much),
    await printOnDevice('/dev/null', much),
    await printOnDevice(join(folder, 'gone'), much),
    await printOnDevice(stuck, much, 1_000),
    await printOnDevice(stuck, much, 100, AbortSignal.abort()),
  ];
  await reader.close();
  const port = devicePath('COM', 'win32');
  const ofSpooler = devicePath('USB001', 'win32');
  if ('path' in port || 'path' in ofSpooler) expect.fail('that is a port');
  const bits = [0x400000, 0x10, 0x8, 0x80, 0x1, 0x2];
  return [
    ...tried.map(failed),
    port,
    ofSpooler,
    ...bits.map((status) => troubleOfPrinter({ name: 'Receipt', status, attributes: 0 }) ?? expect.fail('that is a trouble')),
    { text: message('printer.jobRemoved', { name: 'Receipt' }) },
    { text: message('printer.ready') },
    { text: message('printer.removePaper') },
    whyNot('/dev/usb/lp0', 'EACCES'),
    whyNot('/dev/usb/lp0', 'EBUSY'),
    whyNot('/dev/usb/lp0', 'ETIMEDOUT'),
  ];
}

async function ofTheSystem(): Promise<Way[]> {
  const programs = join(folder, 'programs');
  mkdirSync(programs);
  const answer = (name: string, script: string): void => {
    writeFileSync(join(programs, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(programs, name), 0o755);
  };
  const before = process.env.PATH;
  process.env.PATH = programs;
  try {
    const print = async (): Promise<Way> => failed(await printBySystem('Receipt', Buffer.from('paper'), 1));
    const look = async (): Promise<Way> => ({ text: (await systemQueueTrouble('Receipt')) ?? expect.fail('nothing is in the way') });
    const none = [await print(), await look()];
    answer('lp', 'echo "lp: The printer or class does not exist." >&2; exit 1');
    answer('lpstat', 'echo "lpstat: Invalid destination name in list" >&2; exit 1');
    const unknown = [await print(), await look()];
    answer('lp', 'exit 1');
    answer('lpstat', 'echo "printer Receipt disabled since today -"');
    const refused = [await print(), await look()];
    answer('lp', 'echo "request id is Receipt-7 (1 file(s))"');
    answer('cancel', 'exit 0');
    const held: Way[] = [];
    for (const why of ['printer Receipt disabled since today -', 'printer Receipt is idle', 'printer Receipt is idle\\n 404 503']) {
      answer('lpstat', `if [ "$1" = -o ]; then echo "Receipt-7 somebody"; else printf "${why}\\n"; fi`);
      held.push(await print());
    }
    const names = [queueName('-Receipt', 'linux')].flatMap((checked) => ('text' in checked ? checked : expect.fail('that is a name')));
    const shared = failed(await printOnShare(folder, 'Receipt', Buffer.from('paper'), 100));
    // hanging-print-system.test.ts tests when this is reported.
    const late: Way = { text: message('printer.systemNotResponding') };
    // cups-states.test.ts and windows-print-system.test.ts test when these are reported.
    const reported = ['printer.paperJammed', 'printer.jobRemoved'] as const;
    const jobs: Way[] = reported.map((code) => ({ text: message(code, { name: 'Receipt' }) }));
    return [...none, ...unknown, ...refused, ...held, ...names, shared, late, ...jobs];
  } finally {
    process.env.PATH = before;
  }
}

function failed(result: PrintResult): Failure {
  return result.outcome === 'failed' ? result : expect.fail('it was printed');
}

function warnings(): Text[] {
  return warningsIn({ printer: 0x12, offlineCause: 0x12, errorCause: 0x12, paper: 0x1e });
}

async function textsOfFinding(): Promise<Text[]> {
  const text: Text[] = [];
  for (const answers of [false, true]) {
    const server = createServer((socket) => {
      socket.on('error', () => socket.destroy());
      socket.on('data', (asked) => answers && asked[1] === 4 && socket.write(Buffer.from([0x12])));
      socket.on('end', () => socket.end());
    });
    const port = await new Promise<number>((resolve) =>
      server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port)),
    );
    text.push(...(await findPrinters([{ host: '127.0.0.1', port, name: null }])).map((found) => found.text));
    server.close();
  }
  return text;
}

async function whatTheSpoolKeeps(): Promise<Text[]> {
  const store = openStore(join(folder, 'data'), { backups: null });
  const printers = [receipt(), orders()];
  let monotonic = 1_000;
  const time = { ...systemTime, monotonic: () => monotonic };
  const { printerService, spool } = spoolOn({ store, time, printers, backupAfterMs: 10_000, askAfterMs: 60_000 });
  const kept: Text[] = [];
  const carryOut = async (): Promise<void> => {
    const { job } = await attemptDue(store, spool.kind, () => monotonic);
    const error = store.queue.get('print', job.key)?.error ?? null;
    if (error !== null) kept.push(error);
  };
  const due = (id: string): void => {
    const one = order({ id });
    putOrder(store, {}, { order: one });
    store.write(() => spool.paperDue(one, { occasion: 'accepted' }));
  };
  const lastOf = (id: string): Text => store.queue.ofOrder(id).at(0)?.error ?? expect.fail('nothing was said of it');
  try {
    due('one');
    await carryOut();
    // Staff move the ticket; then it is moved automatically, as its printer is down for long.
    store.write(() => spool.moveWaiting('printer-1', orders()));
    kept.push(lastOf('one'));
    store.write(() => store.queue.giveUp(store.queue.list('unfinished', 1)[0]?.id ?? 0, ''));
    due('two');
    printerService.learn('printer-2', { trouble: null });
    monotonic += 20_000;
    await carryOut();
    kept.push(...store.journal.ofKind('two', 'print-moved').map(({ text }) => textOf(text)));
    store.write(() => store.queue.giveUp(store.queue.list('unfinished', 1)[0]?.id ?? 0, ''));
    kept.push(message('printJob.hasBoxes', { document: message('printoutName.kitchenTicket'), printer: 'Receipt' }));
    due('three');
    store.write(() => spool.paperDue(order({ id: 'three' }), { occasion: 'cancelled' }));
    kept.push(lastOf('three'));
    due('four');
    monotonic += 120_000;
    await carryOut();
    due('five');
    printers.shift();
    await carryOut();
    const payload = { document: 'receipt', printerId: 'printer-2', part: 0, madeAt: monotonic };
    store.write(() => store.queue.add({ kind: 'print', key: 'six', lane: 'printer/printer-2', pool: 'printer-2', payload }));
    await carryOut();
    return kept;
  } finally {
    store.close();
  }
}

function codesIn(text: Text): string[] {
  return isMessage(text)
    ? [text.code, ...Object.values(text.values ?? {}).flatMap((value) => (isMessage(value) ? codesIn(value) : []))]
    : [];
}

test('this test covers every text of the print transports and the spool', () => {
  const sources = ['transports/', 'spool/'].flatMap((part) =>
    readdirSync(new URL(part, ROOM), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => new URL(part + name, ROOM)),
  );
  const all = sources.flatMap((source) =>
    [...readFileSync(source, 'utf8').matchAll(/\bmessage\(([^{)]+(?:\([^)]*\)[^{)]*)?)/g)].flatMap(([, given = '']) => [
      ...given.matchAll(/'([a-z]\w*\.\w+)'/gi),
    ]),
  );
  const known = Object.keys(messagesOf('en'));
  const codes = new Set(all.map(([, code = '']) => code).filter((code) => known.includes(code)));
  expect(codes.size).toBeGreaterThan(50);
  const heard = new Set(texts.flatMap(codesIn));
  expect([...codes].filter((code) => !heard.has(code) && !PAPERS.has(code))).toEqual([]);
});

describe.each(OTHERS)('in the language %s', (language) => {
  test('print troubles are fully translated, with the printer names that staff typed', () => {
    const say = createWords(messagesOf(language), localeOf(language));
    const inEnglish: unknown[] = [];
    for (const text of texts) {
      const words = say(text);
      expect(words).not.toMatch(/\[object|[{}]|undefined/);
      const names = namesIn(text);
      for (const name of names) expect(words).toContain(name);
      const without = (whole: string) => names.reduce((rest, name) => rest.replaceAll(name, ' '), whole);
      const own = wordsIn(without(words));
      const left = [...wordsIn(without(english(text)))].filter(
        (word) => own.has(word) && !NAMES.has(word) && !IN_BOTH[language]?.includes(word),
      );
      if (left.length > 0) inEnglish.push([left, words]);
    }
    expect(inEnglish).toEqual([]);
  });
});

test('a printer that staff named Receipt keeps this name in Finnish', () => {
  const moved = texts.find((text) => isMessage(text) && text.code === 'printJob.moved') as Message;
  expect(moved.values).toMatchObject({ from: 'Receipt', to: 'Order' });
  const fi = createWords(messagesOf('fi'), 'fi');
  expect(fi({ ...moved, values: { ...moved.values, document: { code: 'printoutName.receipt' } } })).toMatch(/^Kuitti: .*Receipt .*Order\b/);
});

/** Names and other literal values in a message. */
function namesIn(text: Text): string[] {
  if (!isMessage(text)) return [text];
  return Object.values(text.values ?? {}).flatMap((value) =>
    typeof value === 'number' ? String(value) : isMoment(value) || isMoney(value) ? [] : namesIn(value),
  );
}

function wordsIn(text: string): Set<string> {
  return new Set(
    text
      .toLowerCase()
      .match(/\p{L}+/gu)
      ?.filter((word) => /^[a-z]+$/.test(word)),
  );
}

/** Words that are the same in every language: systems, devices, programs and options. */
const NAMES = new Set(['cups', 'linux', 'windows', 'dev', 'usb', 'lp', 'com', 'lpt', 'dialout', 'lpstat', 'e']);
const IN_BOTH: Partial<Record<string, readonly string[]>> = {
  de: ['in', 'offline', 'computer', 'minute', 'name', 'status', 'system'],
  fi: ['on', 'offline'],
  pl: ['offline', 'to', 'a', 'folder', 'port', 'program', 'system'],
};
/** Names of printouts, represented by the kitchen ticket. */
const PAPERS = new Set([
  'printoutName.label',
  'printoutName.receipt',
  'printoutName.courierTicket',
  'printoutName.preorderTicket',
  'printoutName.changeTicket',
  'printoutName.stopTicket',
  'printoutName.unansweredTicket',
]);
