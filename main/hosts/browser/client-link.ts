/** A paired page's connection. A page that exceeds its limits is slowed down without affecting others. */

import type { WebSocket } from 'ws';
import type { Answer, Beat, DisplayFrame, Problem, ServerFrame } from '../../../contract/contract.ts';
import { message } from '../../../contract/message.ts';
import type { Cancel, Time } from '../../../shared/time/time.ts';
import type { Watching } from '../../app/app.ts';
import { type Allowance, createAllowance } from './allowance.ts';

export interface Client {
  /** A snapshot immediately, then patches. */
  watch(send: (push: ServerFrame | DisplayFrame) => void): Watching;
  /** Never rejects: a failure is an answer. `name` isn't validated yet. */
  call(name: string, input: unknown, watching: Watching): Promise<Answer<unknown>>;
  costOf(name: string): number;
}

export interface ClientLimits {
  /** Refill per second and burst; heavy calls count for several. */
  callsPerSecond: number;
  burst: number;
  /** Bytes not read by the page; a page that reads too slowly is disconnected and resumes from a snapshot. */
  unreadBytes: number;
  /** Interval of heartbeats, ms; absent for none. */
  beatMs?: number;
}

const PING_MS = 10_000;
/** Pause in reading from a page that exceeded its limit. */
const SLOWED_MS = 1_000;
/** Disconnects a slowed page after this many further calls: no real page sends that many at once. */
const MOST_REFUSED = 500;
/** Rate limit of pings and pongs. They cost no calls, so a flood would delay every page; real pages send a few a minute. */
const CONTROL_FRAMES = { perSecond: 2, burst: 20 };
const SNAPSHOT_EVERY_MS = 1_000;
const BYTES_A_CALL = 64 * 1024;
/** Larger than any settings with a logo; only the calls below are larger. */
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
 * `allowance`: shared by the session's connections. `onDefect`: errors of `client`. `onGone`: called once, with
 * the close code.
 */
export function joinClient(
  socket: WebSocket,
  client: Client,
  {
    time,
    limits,
    allowance,
    onDefect,
    onGone,
  }: {
    time: Time;
    limits: ClientLimits;
    allowance: Allowance;
    onDefect: (error: unknown) => void;
    onGone: (code: number) => void;
  },
): void {
  let alive = true;
  let slowed: Cancel | null = null;
  /** Calls refused since the page was slowed. */
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

  /** Stops reading: calls already received are refused; later ones wait on the page's side. */
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
    const now: Beat = { beat: true, at: time.wall(), sentAt: Math.round(time.elapsed()) };
    send(now);
  }
  // The page learns this computer's time before any frame with a time.
  if (limits.beatMs !== undefined) beat();

  const watching = client.watch(send);
  const stopBeating = limits.beatMs === undefined ? null : time.every(limits.beatMs, beat);

  /** Sends a snapshot, at most one per second; an early request is delayed. */
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
    if (!allowance.take(client.costOf(name) - 1)) {
      slowDown();
      return refuse(id, TOO_MUCH);
    }
    if (name === 'state.snapshot') return snapshot(id);
    client
      .call(name, input, watching)
      .then((given) => send({ id, answer: given }))
      .catch(onDefect);
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
    // Frames that arrived before a close are still delivered, and ignored.
    if (socket.readyState !== socket.OPEN) return;
    // Any frame is a sign of life: a slowed page's pong is queued behind its calls.
    alive = true;
    // `ws` delivers Buffers.
    const bytes = data as Buffer;
    const begins = beginningOf(bytes);
    // A frame is charged before it's parsed; a large one counts as several calls.
    if (!allowance.take(1 + Math.floor(bytes.length / BYTES_A_CALL))) {
      slowDown();
      return refuse(begins?.id ?? 0, TOO_MUCH);
    }
    const isTooLarge = (call: string): boolean => bytes.length > LARGEST_CALL && !WITH_A_FILE.has(call);
    // Parsing a large frame delays other pages, so an oversized call is refused by its beginning.
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

/** Frames to several pages are serialized once. */
const written = new WeakMap<ServerFrame | DisplayFrame, string>();

function textOf(frame: ServerFrame | DisplayFrame): string {
  const known = written.get(frame);
  if (known !== undefined) return known;
  const text = JSON.stringify(frame);
  if (!('id' in frame)) written.set(frame, text);
  return text;
}

/** ID and name of an unparsed call; null if it doesn't start as our page writes it. */
function beginningOf(frame: Buffer): { id: number; call: string } | null {
  const [, id, call] = /^\{"id":(\d{1,15}),"call":"([^"\\]{0,100})"/.exec(frame.toString('utf8', 0, 140)) ?? [];
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
