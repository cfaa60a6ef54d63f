/** A virtual thermal printer: a TCP server that keeps and draws printouts, with faults. */
import { createServer, type Server, type Socket } from 'node:net';
import { limitConnections } from '../wire/protection.ts';
import { drawPiece } from './drawing.ts';
import { isStopped, NO_FAULTS, type PrinterFaults, statusByte, withFaults } from './faults.ts';
import { createInterpreter, type Interpreter, type Outcomes } from './interpreter.ts';
import { lengthOf, type Piece } from './print-head.ts';
import type { Paper, PrinterEvent, VirtualPrinter } from './printer.ts';
import { startPrinterPage } from './printer-page.ts';

export interface PrinterOptions {
  /** 0 for a free port. */
  port: number;
  host?: string;
  control_port?: number;
  private?: boolean;
  /** Dots per line. */
  dots?: number;
  /** Supported code pages by ESC t number; all by default. */
  code_pages?: readonly number[];
  /** Whether it answers GS ( H; some models don't. */
  answers_process_id?: boolean;
  answers_status?: boolean;
  /** Whether a command cut off by a disconnect continues on the next connection, as on some printers. */
  keeps_parser?: boolean;
}

/** A stopped printer buffers this much before it stops reading. */
const BUFFER_BYTES = 4_096;
const SLOW_TICK_MS = 50;
const EVENTS_KEPT = 5_000;
const MOST_CONNECTIONS = 64;
/** Connections without data are closed after this, ms. */
const SILENCE_MS = 30_000;
const TAKEN_MS = 100;

export async function startVirtualPrinter(options: PrinterOptions): Promise<VirtualPrinter> {
  const host = options.host ?? '127.0.0.1';
  const dots = options.dots ?? 576;
  let faults: PrinterFaults = { ...NO_FAULTS };
  let pieces: Piece[] = [];
  let firstNumber = 1;
  const events: PrinterEvent[] = [];
  const connections = new Map<Socket, { interpreter: Interpreter; resume: () => void }>();
  /** Print the jobs of connections that were closed properly while the printer was stopped. */
  let afterStop: (() => void)[] = [];
  let server: Server;
  let port = 0;
  let current: Outcomes | null = null;
  const kept = createInterpreter(
    {
      onCut: (piece) => current?.onCut(piece),
      onStatusRequest: (kind) => current?.onStatusRequest(kind),
      onProcessId: (id) => current?.onProcessId(id),
    },
    dots,
    options.code_pages ?? null,
  );

  function note(text: string): void {
    events.push({ at: new Date().toISOString(), text });
    if (events.length > EVENTS_KEPT) events.shift();
  }

  function serve(socket: Socket): void {
    note('connection');
    let taken = 0;
    let buffered: Buffer[] = [];
    let bufferedBytes = 0;
    let isWholeJob = false;
    let slowing: NodeJS.Timeout | undefined;
    const silence = setTimeout(() => faults.hang || socket.destroy(), SILENCE_MS);
    const answer = (bytes: Buffer): void => {
      const write = (): void => {
        if (!faults.silent && !socket.destroyed) socket.write(bytes);
      };
      if (faults.late_ms === null) write();
      else setTimeout(write, faults.late_ms);
    };
    const tellStatus = (kind: number): void => {
      const byte = statusByte(kind, faults);
      if (options.answers_status !== false && byte !== null) answer(Buffer.from([byte]));
    };
    const outcomes: Outcomes = {
      onCut: (piece) => {
        pieces.push(piece);
        note(`paper ${firstNumber + pieces.length - 1} cut`);
      },
      onStatusRequest: tellStatus,
      onProcessId: (id) => {
        const named = faults.wrong_id ? Buffer.from('0000') : id;
        if (options.answers_process_id !== false) answer(Buffer.concat([Buffer.from([0x37, 0x22]), named, Buffer.from([0])]));
      },
    };
    current = outcomes;
    const interpreter = options.keeps_parser ? kept : createInterpreter(outcomes, dots, options.code_pages ?? null);

    /** Prints buffered bytes as far as faults allow. */
    function resume(): void {
      if (isStopped(faults) || slowing) return;
      const held = Buffer.concat(buffered);
      if (faults.slow === null) {
        buffered = [];
        bufferedBytes = 0;
        if (held.length > 0) interpreter.feed(held);
        socket.resume();
        return;
      }
      const some = held.subarray(0, Math.max(1, Math.floor((faults.slow * SLOW_TICK_MS) / 1_000)));
      const rest = held.subarray(some.length);
      buffered = rest.length > 0 ? [rest] : [];
      bufferedBytes = rest.length;
      if (some.length > 0) interpreter.feed(some);
      if (bufferedBytes < BUFFER_BYTES) socket.resume();
      if (rest.length > 0) {
        slowing = setTimeout(() => {
          slowing = undefined;
          resume();
        }, SLOW_TICK_MS);
      }
    }

    socket.on('data', (received: Buffer) => {
      clearTimeout(silence);
      // Leading NULs aren't part of a job and print immediately.
      const ahead = taken === 0 ? received.findIndex((byte) => byte !== 0) : 0;
      const arrived = ahead < 0 ? Buffer.alloc(0) : received.subarray(ahead);
      interpreter.feed(received.subarray(0, received.length - arrived.length));
      const limit = faults.reset_after_bytes ?? faults.close_after_bytes;
      const jobBytes = isQuestionOnly(arrived) ? 0 : arrived.length;
      if (limit !== null && taken + jobBytes >= limit && jobBytes > 0) {
        interpreter.feed(arrived.subarray(0, Math.max(0, limit - taken)));
        note(faults.reset_after_bytes === null ? 'hung up in mid-job' : 'connection broken in mid-job');
        if (faults.reset_after_bytes === null) socket.end();
        else socket.resetAndDestroy();
        return;
      }
      taken += jobBytes;
      // A stopped printer answers status requests, too.
      const kept = isStopped(faults) ? answerQuestions(arrived, tellStatus) : arrived;
      buffered.push(kept);
      bufferedBytes += kept.length;
      resume();
      if (bufferedBytes >= BUFFER_BYTES) socket.pause();
    });
    socket.on('error', (error) => note(`connection lost: ${error.message}`));
    socket.on('end', () => {
      isWholeJob = true;
    });
    socket.on('close', () => {
      clearTimeout(slowing);
      clearTimeout(silence);
      connections.delete(socket);
      const finish = (): void => {
        const left = options.keeps_parser ? null : interpreter.unfinished();
        if (left) pieces.push(left);
      };
      if (!isWholeJob || !isStopped(faults) || faults.refuse) return finish();
      const held = Buffer.concat(buffered);
      afterStop.push(() => {
        interpreter.feed(held);
        finish();
      });
    });
    connections.set(socket, { interpreter, resume });
    if (faults.hang) socket.pause();
  }

  async function open(wanted: number): Promise<void> {
    server = createServer({ allowHalfOpen: false }, serve);
    limitConnections(server, MOST_CONNECTIONS);
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(wanted, host, resolve);
    });
    const address = server.address();
    port = typeof address === 'object' && address ? address.port : wanted;
  }

  function shut(): Promise<void> {
    for (const socket of connections.keys()) socket.destroy();
    return new Promise((resolve) => server.close(() => resolve()));
  }

  /** Closes the port while the fault `refuse` is set; opens it again as soon as it's free. */
  async function openOrShut(): Promise<void> {
    if (isClosed || faults.refuse === !server.listening) return;
    if (faults.refuse) return shut();
    try {
      await open(port);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
      await new Promise((resolve) => setTimeout(resolve, TAKEN_MS));
      await openOrShut();
    }
  }

  await open(options.port);
  let door: Promise<void> = Promise.resolve();
  let isClosed = false;

  const printer = {
    host,
    port,
    papers: () => {
      const interpreters = options.keeps_parser ? [kept] : [...connections.values()].map(({ interpreter }) => interpreter);
      const hanging = interpreters.flatMap((interpreter) => interpreter.unfinished() ?? []);
      return [...pieces, ...hanging].map((piece, index) => paperOf(piece, firstNumber + index, dots));
    },
    clear: () => {
      firstNumber += pieces.length;
      pieces = [];
    },
    faults: () => faults,
    set: (changes: Partial<PrinterFaults>) => {
      const before = faults;
      faults = withFaults(faults, changes);
      note(
        `faults: ${Object.entries(changes)
          .map(([key, value]) => `${key}=${String(value)}`)
          .join(', ')}`,
      );
      if (faults.refuse !== before.refuse) door = door.then(openOrShut);
      if (!isStopped(faults)) {
        for (const print of afterStop) print();
        afterStop = [];
      }
      for (const [socket, { resume }] of connections) {
        if (faults.hang) socket.pause();
        else resume();
      }
    },
    events: () => events,
  };
  const page = await startPrinterPage(printer, { port: options.control_port ?? 0, private: options.private ?? false });
  return {
    ...printer,
    control_url: page.url,
    async close() {
      isClosed = true;
      await door;
      if (server.listening) await shut();
      await page.close();
    },
  };
}

function paperOf(piece: Piece, number: number, dots: number): Paper {
  return {
    number,
    at: piece.at,
    text: piece.text(),
    bytes: piece.bytes,
    height: lengthOf(piece),
    cut: piece.cut,
    drawerKicks: piece.drawerKicks,
    beeps: piece.beeps,
    unknown: piece.unknown,
    png: () => drawPiece(piece, dots),
  };
}

/** Whether there are only status requests: those before a job aren't part of it. */
function isQuestionOnly(bytes: Buffer): boolean {
  return (
    bytes.length % 3 === 0 &&
    Array.from({ length: bytes.length / 3 }, (_, at) => bytes[3 * at] === 0x10 && bytes[3 * at + 1] === 0x04).every(Boolean)
  );
}

/** Answers DLE EOT immediately and returns the other bytes. */
function answerQuestions(bytes: Buffer, tell: (kind: number) => void): Buffer {
  const rest: number[] = [];
  for (let at = 0; at < bytes.length; at += 1) {
    const kind = bytes[at + 2];
    if (bytes[at] === 0x10 && bytes[at + 1] === 0x04 && kind !== undefined && kind >= 1 && kind <= 4) {
      tell(kind);
      at += 2;
    } else rest.push(bytes[at] ?? 0);
  }
  return Buffer.from(rest);
}
