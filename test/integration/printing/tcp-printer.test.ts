import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { freePort } from '../../../main/demo/venue.ts';
import { type PrinterAbilities, type PrintOptions, printerStatus, printOverTcp } from '../../../main/printing/transports/tcp-printer.ts';
import { testTcpServer } from '../../setup/parts.ts';
import { type TestTime, testTime } from '../../setup/test-time.ts';
import { ALL_WELL, COVER_OPEN, PAPER_OUT, type Script, type ScriptedPrinter, startScriptedPrinter } from './scripted-printer.ts';

const ticket = Buffer.from('\x1b@417 1 x Pizza margherita\n\x1dV\x01', 'latin1');
/** More bytes than all buffers on the way to a printer hold. */
const longTicket = Buffer.alloc(24 * 1024 * 1024, 'x');

/** Long limits, which tests that wait for a limit shorten. */
const LIMITS: PrintOptions = {
  connectTimeoutMs: 5_000,
  replyTimeoutMs: 5_000,
  stallTimeoutMs: 5_000,
  confirmTimeoutMs: 10_000,
  pollMs: 50,
  settleMs: 150,
  closeTimeoutMs: 5_000,
};

async function printer(change: Partial<Script> = {}): Promise<ScriptedPrinter> {
  const started = await startScriptedPrinter(change);
  onTestFinished(started.close);
  return started;
}
const runsOut: Script['onBytes'] = (_, script) => {
  script.status = PAPER_OUT;
};

function print(to: ScriptedPrinter, options: PrintOptions = {}, bytes = ticket, signal?: AbortSignal) {
  return printOverTcp({ host: to.host, port: to.port }, bytes, { ...LIMITS, ...options }, signal);
}

/** Lets tests skip the wait for a printer that doesn't answer. */
let time: TestTime;
beforeEach(() => {
  time = testTime();
});
function printed(to: ScriptedPrinter, options: PrintOptions = {}, bytes = ticket) {
  return time.advanceWhile(print(to, { ...options, time }, bytes), 60_000);
}

describe('a printer that answers everything', () => {
  it('confirms the ticket once it is printed', async () => {
    const kitchen = await printer();
    const abilities: PrinterAbilities = {};
    expect(await print(kitchen, { abilities })).toEqual({ outcome: 'confirmed', warnings: [] });
    expect(kitchen.ticket()).toEqual(ticket);
    expect(abilities).toMatchObject({ status: true, processId: true });
  });

  it('is asked for its state before the ticket, and for confirmation by an ID unique to each ticket', async () => {
    const kitchen = await printer();
    await print(kitchen);
    await print(kitchen);
    const questions = kitchen.questions();
    expect(questions.slice(0, 4)).toEqual(['status 1', 'status 2', 'status 3', 'status 4']);
    const ids = questions.filter((question) => question.startsWith('id '));
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) expect(id).toMatch(/^id [ -~]{4}$/);
  });

  it('gets a long ticket whole', async () => {
    const kitchen = await printer();
    const long = Buffer.alloc(3 * 1024 * 1024, 'long ticket ');
    expect(await print(kitchen, {}, long)).toMatchObject({ outcome: 'confirmed' });
    expect(kitchen.ticket().equals(long)).toBe(true);
  });

  it('warns that the roll is nearly empty, and prints', async () => {
    const kitchen = await printer({ status: [0x12, 0x12, 0x12, 0x1e] });
    expect(await print(kitchen)).toEqual({ outcome: 'confirmed', warnings: [{ code: 'printer.paperLow' }] });
  });
});

describe("a printer that can't print", () => {
  it.each<[string, Script['status'], string]>([
    ['out of paper', PAPER_OUT, 'paper-out'],
    ['with its cover open', COVER_OPEN, 'cover-open'],
    ['offline', [0x1a, 0x12, 0x12, 0x12], 'offline'],
    ['with a jammed cutter', [0x1a, 0x52, 0x1a, 0x12], 'cutter'],
    ['with a hot head', [0x1a, 0x52, 0x52, 0x12], 'overheated'],
    ['in need of a restart', [0x1a, 0x52, 0x32, 0x12], 'printer-error'],
  ])('%s gets no byte of the ticket', async (_, status, code) => {
    const kitchen = await printer({ status });
    expect(await print(kitchen)).toMatchObject({ outcome: 'failed', nothingPrinted: true, code });
    expect(kitchen.ticket()).toHaveLength(0);
  });

  it('is reported with what to do', async () => {
    const kitchen = await printer({ status: PAPER_OUT });
    expect(await print(kitchen)).toEqual({
      outcome: 'failed',
      nothingPrinted: true,
      code: 'paper-out',
      text: { code: 'printer.outOfPaper' },
      hint: { code: 'printer.insertRoll' },
    });
  });

  it('that is off is reported as unreachable', async () => {
    const result = await printOverTcp({ host: '127.0.0.1', port: await freePort() }, ticket, LIMITS);
    expect(result).toMatchObject({ outcome: 'failed', nothingPrinted: true, code: 'unreachable' });
  });

  it('that falls silent gets no ticket until it answers again', async () => {
    const kitchen = await printer({ hangs: true });
    const abilities: PrinterAbilities = { status: true, processId: true };
    expect(await print(kitchen, { abilities, replyTimeoutMs: 200 })).toMatchObject({
      outcome: 'failed',
      nothingPrinted: true,
      code: 'no-answer',
    });
    kitchen.script.hangs = false;
    expect(await print(kitchen, { abilities })).toMatchObject({ outcome: 'confirmed' });
    expect(kitchen.ticket()).toEqual(ticket);
  });
});

describe('a printer without confirmation', () => {
  it('but with status answers is watched for a while, then the ticket counts as sent', async () => {
    const kitchen = await printer({ answersProcessId: false });
    const abilities: PrinterAbilities = {};
    for (const known of [undefined, false]) {
      expect(await print(kitchen, { abilities, confirmTimeoutMs: 300 })).toEqual({ outcome: 'sent', warnings: [] });
      expect(abilities.processId).toBe(known);
    }
    expect(abilities.status).toBe(true);
    expect(await print(kitchen, { abilities })).toEqual({ outcome: 'sent', warnings: [] });
    expect(kitchen.questions().filter((question) => question.startsWith('id '))).toHaveLength(2);
  });

  it('that replaced a confirming one causes one repeated ticket, then its tickets count as sent', async () => {
    const kitchen = await printer({ answersProcessId: false });
    const abilities: PrinterAbilities = { status: true, processId: true };
    expect(await print(kitchen, { abilities, confirmTimeoutMs: 300 })).toMatchObject({ outcome: 'failed', nothingPrinted: false });
    expect(await print(kitchen, { abilities, confirmTimeoutMs: 300 })).toEqual({ outcome: 'sent', warnings: [] });
  });

  it('that answered once and falls silent gets no ticket, however often it is silent', async () => {
    const kitchen = await printer({});
    const abilities: PrinterAbilities = {};
    expect(await print(kitchen, { abilities, time })).toMatchObject({ outcome: 'confirmed' });
    const stuck = await printer({ answersStatus: false, answersProcessId: false });
    for (let attempt = 0; attempt < 3; attempt += 1) {
      expect(await printed(stuck, { abilities })).toMatchObject({ outcome: 'failed', nothingPrinted: true, code: 'no-answer' });
    }
  });

  it('that runs out of paper right after the last byte has failed to print the ticket', async () => {
    const kitchen = await printer({ answersProcessId: false, onBytes: runsOut });
    const result = await print(kitchen, { abilities: { status: true, processId: false } });
    expect(result).toMatchObject({ outcome: 'failed', nothingPrinted: false, code: 'paper-out' });
  });

  it('that never answers gets its tickets, and no more questions after the third', async () => {
    const kitchen = await printer({ answersStatus: false, answersProcessId: false });
    const abilities: PrinterAbilities = {};
    for (let job = 0; job < 5; job += 1) {
      expect(await print(kitchen, { abilities, replyTimeoutMs: 100 })).toEqual({ outcome: 'sent', warnings: [] });
    }
    expect(kitchen.questions()).toEqual(['status 1', 'status 1', 'status 1']);
    expect(kitchen.ticket()).toEqual(Buffer.concat(Array.from({ length: 5 }, () => ticket)));
  });

  it('is asked for its abilities again after fifty tickets, as it may have been replaced', async () => {
    const kitchen = await printer();
    const abilities: PrinterAbilities = { status: false, processId: false, jobsSinceLastProbe: 50 };
    expect(await print(kitchen, { abilities })).toMatchObject({ outcome: 'confirmed' });
  });

  it("that is stuck once isn't remembered as one that never answers", async () => {
    const kitchen = await printer({ hangs: true });
    const abilities: PrinterAbilities = {};
    expect(await print(kitchen, { abilities, replyTimeoutMs: 200, closeTimeoutMs: 200 })).toMatchObject({ outcome: 'sent' });
    expect(abilities.status).toBeUndefined();
  });

  it('may reset the connection once it has everything', async () => {
    const kitchen = await printer({ answersStatus: false, resetsOnGoodbye: true });
    expect(await print(kitchen, { abilities: { status: false } })).toMatchObject({ outcome: 'sent' });
    expect(kitchen.ticket()).toEqual(ticket);
  });

  it("of the Star family isn't sent questions, which it wouldn't understand", async () => {
    const kitchen = await printer();
    expect(await print(kitchen, { family: 'star' })).toMatchObject({ outcome: 'sent' });
    expect(kitchen.questions()).toEqual([]);
  });
});

describe('an interrupted ticket', () => {
  it.each([true, false])('cut off by a connection reset may be partly printed (printer answers questions: %s)', async (answersStatus) => {
    const kitchen = await printer({ answersStatus, resetAfterBytes: 1 });
    const result = await print(kitchen, { replyTimeoutMs: answersStatus ? 5_000 : 200 });
    expect(result).toMatchObject({ outcome: 'failed', nothingPrinted: false, code: 'reset' });
  });

  it.each([true, false])(
    'cut off because the printer closes the connection may be partly printed (printer answers questions: %s)',
    async (answersStatus) => {
      const kitchen = await printer({ answersStatus, answersProcessId: false, closeAfterBytes: 1 });
      const result = await print(kitchen, { replyTimeoutMs: answersStatus ? 5_000 : 200 });
      expect(result).toMatchObject({ outcome: 'failed', nothingPrinted: false, code: 'closed' });
    },
  );

  it('for lack of paper is reported at once, and given up in the end', async () => {
    const kitchen = await printer({ onBytes: runsOut });
    const onTrouble = vi.fn();
    expect(await print(kitchen, { onTrouble, confirmTimeoutMs: 500 })).toEqual({
      outcome: 'failed',
      nothingPrinted: false,
      code: 'paper-out',
      text: { code: 'printer.midTicket', values: { text: { code: 'printer.outOfPaper' } } },
      hint: { code: 'printer.insertRoll' },
    });
    expect(onTrouble).toHaveBeenCalledTimes(1);
    expect(onTrouble.mock.calls[0]?.[0]).toMatchObject({ code: 'paper-out' });
  });

  it('for lack of paper is confirmed after all if a new roll is inserted in time', async () => {
    const kitchen = await printer({ onBytes: runsOut });
    const onTrouble = vi.fn((trouble: unknown) => {
      if (trouble) kitchen.script.status = ALL_WELL;
    });
    expect(await print(kitchen, { onTrouble })).toMatchObject({ outcome: 'confirmed' });
    expect(onTrouble.mock.calls.map(([trouble]) => trouble === null)).toEqual([false, true]);
  });

  it('at a printer that stops reading fails, and may be partly printed', async () => {
    const kitchen = await printer({ hangs: true });
    const result = await printed(kitchen, { abilities: { status: false } }, longTicket);
    expect(result).toMatchObject({ outcome: 'failed', nothingPrinted: false, code: 'stalled' });
  });

  it('at a printer that stops reading for lack of paper is reported as out of paper', async () => {
    const kitchen = await printer({ stopsReadingAfterBytes: 1000, onBytes: runsOut });
    expect(await print(kitchen, { abilities: { status: true, processId: true }, stallTimeoutMs: 300 }, longTicket)).toMatchObject({
      outcome: 'failed',
      nothingPrinted: false,
      code: 'paper-out',
    });
  });

  it("that a confirming printer doesn't confirm has failed, and may be printed", async () => {
    const kitchen = await printer({ answersProcessId: false });
    const result = await print(kitchen, { abilities: { status: true, processId: true }, confirmTimeoutMs: 300 });
    expect(result).toMatchObject({ outcome: 'failed', nothingPrinted: false, code: 'stalled' });
  });

  it('that Tillbridge aborts leaves no open connection', async () => {
    const kitchen = await printer({ answersProcessId: false });
    const stop = new AbortController();
    kitchen.script.onBytes = () => stop.abort();
    const result = await print(kitchen, { confirmTimeoutMs: 20_000 }, ticket, stop.signal);
    expect(result).toMatchObject({ outcome: 'failed', nothingPrinted: false, code: 'cancelled' });
    await vi.waitFor(() => expect(kitchen.open()).toBe(0));
  });

  it("that Tillbridge aborts before it begins isn't sent at all", async () => {
    const kitchen = await printer();
    const result = await print(kitchen, {}, ticket, AbortSignal.abort());
    expect(result).toMatchObject({ outcome: 'failed', nothingPrinted: true, code: 'cancelled' });
    expect(kitchen.ticket()).toHaveLength(0);
  });
});

describe('a device that sends data endlessly', () => {
  const LOST = { code: 'not-a-printer', text: { code: 'printer.sendsTooMuch' } };

  async function flooding(): Promise<{ host: string; port: number; taken(): number }> {
    let id = 0;
    let taken = 0;
    const port = await testTcpServer((socket) => {
      socket.resume();
      const pour = (): void => {
        const answers = Buffer.alloc(7 * 9_000);
        for (let at = 0; at < answers.length; at += 7) {
          id += 1;
          answers.writeUInt16BE(0x3722, at);
          answers.writeUInt32LE(id, at + 2);
        }
        if (!socket.writable) return;
        const goesOn = socket.write(answers);
        taken = Math.max(taken, socket.bytesWritten - socket.writableLength);
        if (goesOn) setImmediate(pour);
      };
      socket.on('drain', pour);
      pour();
    });
    return { host: '127.0.0.1', port, taken: () => taken };
  }

  it("is cut off and reported, and its data isn't kept", async () => {
    const device = await flooding();
    const asked = await printerStatus(device, LIMITS);
    expect(asked).toEqual({ trouble: expect.objectContaining(LOST), warnings: [], answers: false });
    expect(await printOverTcp(device, ticket, LIMITS)).toMatchObject({ outcome: 'failed', nothingPrinted: true, ...LOST });
    // The system's own buffers accept up to this much.
    expect(device.taken()).toBeLessThan(24_000_000);
  });

  it('during a ticket makes the ticket count as perhaps partly printed', async () => {
    const kitchen = await printer({ answersProcessId: false });
    kitchen.script.onBytes = () => kitchen.say(Buffer.alloc(200_000, '\x10\x00\x00\x00'));
    expect(await print(kitchen)).toMatchObject({ outcome: 'failed', nothingPrinted: false, ...LOST });
  });

  it("isn't confused with a device that only echoes the ticket", async () => {
    const port = await testTcpServer((socket) => void socket.pipe(socket));
    const long = Buffer.alloc(1024 * 1024, 'long ticket ');
    expect(await printOverTcp({ host: '127.0.0.1', port }, long, { ...LIMITS, family: 'star' })).toMatchObject({ outcome: 'sent' });
  });
});

describe.each([
  ['a web server', 'HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n'],
  ['an SSH server', 'SSH-2.0-server\r\n'],
  ['a mail server', '220 mail ready\r\n'],
])('%s at the printer’s address', (_, words) => {
  it('is no printer, and gets no ticket', async () => {
    const server = await printer({ answersStatus: false, greets: Buffer.from(words) });
    const target = { host: server.host, port: server.port };
    const trouble = { code: 'not-a-printer', text: { code: 'printer.otherThanPrinter' } };
    expect(await printerStatus(target, LIMITS)).toMatchObject({ trouble });
    expect(await print(server)).toMatchObject({ outcome: 'failed', nothingPrinted: true, ...trouble });
    expect(server.ticket()).toHaveLength(0);
  });
});

describe("asking for a printer's state", () => {
  const ask = (of: ScriptedPrinter, abilities: PrinterAbilities = {}) =>
    printerStatus(
      { host: of.host, port: of.port },
      { ...LIMITS, abilities, replyTimeoutMs: abilities.status === undefined && !of.script.answersStatus ? 200 : 5_000 },
    );

  it('prints nothing', async () => {
    const kitchen = await printer();
    expect(await ask(kitchen)).toEqual({ trouble: null, warnings: [], answers: true });
    expect(kitchen.ticket()).toHaveLength(0);
    await vi.waitFor(() => expect(kitchen.open()).toBe(0));
  });

  it('reports trouble and warnings', async () => {
    expect(await ask(await printer({ status: COVER_OPEN }))).toMatchObject({ trouble: { code: 'cover-open' }, answers: true });
    expect(await ask(await printer({ status: [0x12, 0x12, 0x12, 0x1e] }))).toMatchObject({
      trouble: null,
      warnings: [{ code: 'printer.paperLow' }],
    });
  });

  it('twice at once, of one that never answers, reports no trouble', async () => {
    const kitchen = await printer({ answersStatus: false });
    const abilities: PrinterAbilities = { silences: 2 };
    const both = [ask(kitchen, abilities), ask(kitchen, abilities)];
    for (const answer of await Promise.all(both)) expect(answer).toEqual({ trouble: null, warnings: [], answers: false });
    expect(abilities.status).toBe(false);
  });

  it('distinguishes a silent printer from a missing one', async () => {
    const abilities: PrinterAbilities = {};
    for (const known of [undefined, undefined, false]) {
      expect(await ask(await printer({ answersStatus: false }), abilities)).toEqual({ trouble: null, warnings: [], answers: false });
      expect(abilities.status).toBe(known);
    }
    const gone = await printerStatus({ host: '127.0.0.1', port: await freePort() }, LIMITS);
    expect(gone).toMatchObject({ trouble: { code: 'unreachable' }, answers: false });
  });

  it('ignores status blocks that the printer sends unasked', async () => {
    const kitchen = await printer({ greets: Buffer.of(0x10, 0x00, 0x0c, 0x00) });
    expect(await ask(kitchen)).toEqual({ trouble: null, warnings: [], answers: true });
  });
});
