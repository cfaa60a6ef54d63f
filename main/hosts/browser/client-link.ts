/**
 * The connection of a paired page: its calls and pushes, both limited. A page that asks too much is slowed down and gets an error; others
 * are not affected.
 */

import type { WebSocket } from 'ws';
import type { Answer, Beat, DisplayFrame, Problem, ServerFrame } from '../../../contract/contract.ts';
import { message } from '../../../contract/message.ts';
import type { Cancel, Time } from '../../../shared/time/time.ts';
import type { Watching } from '../../app/app.ts';
import { type Allowance, createAllowance } from './allowance.ts';

/** Who is on the other side, and what it may see and do. */
export interface Client {
  /** Delivers a snapshot at once, then patches. */
  watch(send: (push: ServerFrame | DisplayFrame) => void): Watching;
  /** Never rejects: a failure is an answer. The name is one of nothing, until it was checked. */
  call(name: string, input: unknown, watching: Watching): Promise<Answer<unknown>>;
  /** How many usual calls this one is worth. */
  costOf(name: string): number;
}

export interface ClientLimits {
  /** Calls a second, and how many at once after a rest; heavy ones count for several. */
  callsPerSecond: number;
  burst: number;
  /** Calls that have no answer yet. */
  underWay: number;
  /** Bytes that the page has not read yet; one that reads too slowly is cut off and comes back to a snapshot. */
  unreadBytes: number;
  /** So often it is told that the bridge is there, ms; absent for never. */
  beatMs?: number;
}

const PING_MS = 10_000;
/** A page that asks too much is not listened to for so long. */
const SLOWED_MS = 1_000;
/** Nor is it linked any longer where so many calls came with the one that was too much: no page asks that in a moment. */
const MOST_REFUSED = 500;
/** Pings, and pongs to our own: of a page a few a minute. They are free of charge, and so many fit into what is read at once that a link full of them keeps everyone waiting. */
const CONTROL_FRAMES = { perSecond: 2, burst: 20 };
const SNAPSHOT_EVERY_MS = 1_000;
const BYTES_A_CALL = 64 * 1024;
/** All settings of a large venue, with a logo, many times over; only these calls are larger. */
const LARGEST_CALL = 512 * 1024;
const WITH_A_FILE = new Set(['order.uploadDocument', 'menu.checkFile', 'menu.upload']);

const TOO_MUCH: Problem = {
  code: 'too-much',
  text: message('screen.tooManyRequests'),
  hint: message('screen.waitThenTry'),
};
const TOO_LARGE: Problem = { code: 'too-large', text: message('screen.requestTooLarge') };
const TOO_OFTEN: Problem = { code: 'too-often', text: message('screen.alreadyReceiving') };

/**
 * `allowance`: what this page may still ask for; one that comes back has what it left. `turn`: calls in the turn of this page.
 * `onDefect`: an error of `client`. `onGone` is called once, with the code of the close.
 */
export function joinClient(
  socket: WebSocket,
  client: Client,
  {
    time,
    limits,
    allowance,
    turn,
    onDefect,
    onGone,
  }: {
    time: Time;
    limits: ClientLimits;
    allowance: Allowance;
    turn: (work: () => void) => void;
    onDefect: (error: unknown) => void;
    onGone: (code: number) => void;
  },
): void {
  let alive = true;
  let underWay = 0;
  let slowed: Cancel | null = null;
  /** Since it was slowed. */
  let refused = 0;
  const controlFrames = createAllowance({ ...CONTROL_FRAMES, now: time.elapsed });
  let snapshotAt = time.monotonic();
  let snapshotDue: Cancel | null = null;

  function send(frame: ServerFrame | DisplayFrame): void {
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > limits.unreadBytes) socket.terminate();
    else socket.send(textOf(frame));
  }

  const refuse = (id: number, problem: Problem): void => send({ id, answer: { ok: false, problem } });

  /** What it has sent already is refused; what it sends from now on waits in its own computer. */
  function slowDown(): void {
    if (slowed) {
      refused += 1;
      if (refused > MOST_REFUSED) socket.terminate();
      return;
    }
    socket.pause();
    refused = 0;
    slowed = time.after(SLOWED_MS, () => {
      slowed = null;
      socket.resume();
    });
  }

  function beat(): void {
    const now: Beat = { beat: true, at: time.wall() };
    send(now);
  }
  // Before anything that has a time of its own.
  if (limits.beatMs !== undefined) beat();

  const watching = client.watch(send);
  const stopBeating = limits.beatMs === undefined ? null : time.every(limits.beatMs, beat);

  /** At most one each second: one that is asked for too soon comes when its time has come. */
  function snapshot(id: number): void {
    if (snapshotDue) return refuse(id, TOO_OFTEN);
    const wait = Math.max(0, snapshotAt + SNAPSHOT_EVERY_MS - time.monotonic());
    snapshotDue = time.after(wait, () => {
      snapshotDue = null;
      snapshotAt = time.monotonic();
      watching.snapshot();
      send({ id, answer: { ok: true, value: {} } });
    });
  }

  function answer(id: number, name: string, input: unknown): void {
    if (underWay >= limits.underWay || !allowance.take(client.costOf(name) - 1)) {
      slowDown();
      return refuse(id, TOO_MUCH);
    }
    if (name === 'state.snapshot') return snapshot(id);
    underWay += 1;
    turn(() => {
      client
        .call(name, input, watching)
        .finally(() => {
          underWay -= 1;
        })
        .then((given) => send({ id, answer: given }))
        .catch(onDefect);
    });
  }

  const stopPinging = time.every(PING_MS, () => {
    if (slowed) return;
    if (!alive) return socket.terminate();
    alive = false;
    socket.ping();
  });
  const onControlFrame = (answer: () => void): void => {
    if (controlFrames.take(1)) answer();
    else socket.terminate();
  };
  socket.on('ping', (data) => onControlFrame(() => socket.pong(data)));
  socket.on('pong', () =>
    onControlFrame(() => {
      alive = true;
    }),
  );
  socket.on('message', (data) => {
    // What came with the frame that ended the link is read to its end all the same.
    if (socket.readyState !== socket.OPEN) return;
    // The pong of one that is slowed stands behind all that it asked.
    alive = true;
    // As `ws` hands over every message.
    const bytes = data as Buffer;
    const begins = beginningOf(bytes);
    // Paid for before it is read: a large one costs as much as many.
    if (!allowance.take(1 + Math.floor(bytes.length / BYTES_A_CALL))) {
      slowDown();
      return refuse(begins?.id ?? 0, TOO_MUCH);
    }
    const isTooLarge = (call: string): boolean => bytes.length > LARGEST_CALL && !WITH_A_FILE.has(call);
    // Others wait while one is read: where its beginning names the call, it is not read.
    if (begins && isTooLarge(begins.call)) return refuse(begins.id, TOO_LARGE);
    const frame = readFrame(bytes.toString());
    if (!frame) return socket.close(1003, 'not a call');
    if (isTooLarge(frame.call)) return refuse(frame.id, TOO_LARGE);
    answer(frame.id, frame.call, frame.input);
  });
  socket.on('error', () => socket.terminate());
  socket.once('close', (code) => {
    stopPinging();
    stopBeating?.();
    slowed?.();
    snapshotDue?.();
    watching.leave();
    onGone(code);
  });
}

/** What is told to many pages is written once. */
const written = new WeakMap<ServerFrame | DisplayFrame, string>();

function textOf(frame: ServerFrame | DisplayFrame): string {
  const known = written.get(frame);
  if (known !== undefined) return known;
  const text = JSON.stringify(frame);
  if (!('id' in frame)) written.set(frame, text);
  return text;
}

/** The number and the name of a call that is not read any further; null where it does not begin with them, as those of the counter page do. */
function beginningOf(frame: Buffer): { id: number; call: string } | null {
  const [, id, call] = /^\{"id":(\d{1,15}),"call":"([^"\\]{1,100})"/.exec(frame.toString('utf8', 0, 140)) ?? [];
  return id === undefined || call === undefined ? null : { id: Number(id), call };
}

function readFrame(text: string): { id: number; call: string; input: unknown } | null {
  try {
    const frame: unknown = JSON.parse(text);
    if (typeof frame !== 'object' || frame === null || !('id' in frame) || !('call' in frame)) return null;
    const { id, call } = frame;
    return Number.isSafeInteger(id) && typeof call === 'string'
      ? { id: Number(id), call, input: 'input' in frame ? frame.input : {} }
      : null;
  } catch {
    return null;
  }
}
