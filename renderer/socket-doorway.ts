/** The doorway over a WebSocket: calls with numbers and time limits, pushes to the watchers, and a link that mends itself. */
import type { Answer, CallInput, CallName, CallOutput, ClientFrame, Doorway, Problem, Push, ServerFrame } from '../preload/contract.ts';
import { words } from './words.ts';

const ANSWER_WITHIN_MS = 15_000;
/** Calls that wait for the service, a printer or a person. */
const SLOW_CALLS: Partial<Record<CallName, number>> = {
  'venue.connect': 60_000,
  'venue.awaitCode': 3_600_000,
  'training.start': 60_000,
  'training.leave': 60_000,
  'printer.test': 45_000,
  'drill.run': 45_000,
};
const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 3_000;

export interface SocketDoorway extends Doorway {
  /** Ends the link for good: open calls are answered with a Problem and nothing is tried again. */
  close(): void;
}

type Waiting = { settle: (answer: Answer<unknown>) => void; limit: ReturnType<typeof setTimeout> };
type Watcher = { onPush: (push: Push) => void; onLink: (linked: boolean) => void };

/** How long to wait before the next attempt after `failures` failed ones, ms; `chance` in 0..1 spreads screens apart. */
export function retryDelay(failures: number, chance: number): number {
  const full = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(failures, 10));
  return Math.round(full * (0.75 + chance * 0.25));
}

/**
 * Opens the doorway on `url` (ws: or wss:). It connects at the first `watch`; the bridge sends a snapshot on every connect.
 * `call` never rejects: without a link, or when no answer comes in time, it answers with a Problem in words.
 * `answerWithinMs` overrides every time limit.
 */
export function openSocketDoorway(url: string, answerWithinMs?: number): SocketDoorway {
  const waiting = new Map<number, Waiting>();
  const watchers = new Set<Watcher>();
  let socket: WebSocket | null = null;
  let linked = false;
  let closed = false;
  let failures = 0;
  let lastId = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;

  function connect(): void {
    const opening = new WebSocket(url);
    socket = opening;
    opening.addEventListener('open', () => {
      if (socket !== opening) return;
      failures = 0;
      setLinked(true);
    });
    opening.addEventListener('message', (event) => {
      if (socket === opening && typeof event.data === 'string') receive(event.data);
    });
    opening.addEventListener('close', () => {
      if (socket !== opening) return;
      socket = null;
      setLinked(false);
      answerAll({ code: 'answer-lost', ...words.link.lostAnswer });
      if (!closed) retry = setTimeout(connect, retryDelay(failures++, Math.random()));
    });
    // A failed attempt also closes, and that is where it is dealt with.
    opening.addEventListener('error', () => {});
  }

  function setLinked(now: boolean): void {
    if (linked === now) return;
    linked = now;
    for (const watcher of watchers) watcher.onLink(now);
  }

  function receive(text: string): void {
    let frame: ServerFrame;
    try {
      frame = JSON.parse(text) as ServerFrame;
    } catch {
      // Half a frame means nothing on this link can be trusted: a new link begins with a snapshot.
      socket?.close();
      return;
    }
    if ('push' in frame) for (const watcher of watchers) watcher.onPush(frame);
    else settle(frame.id, frame.answer);
  }

  function settle(id: number, answer: Answer<unknown>): void {
    const held = waiting.get(id);
    if (!held) return;
    waiting.delete(id);
    clearTimeout(held.limit);
    held.settle(answer);
  }

  function answerAll(problem: Problem): void {
    for (const id of [...waiting.keys()]) settle(id, { ok: false, problem });
  }

  function call<N extends CallName>(name: N, input: CallInput<N>): Promise<Answer<CallOutput<N>>> {
    if (!socket || !linked) return Promise.resolve({ ok: false, problem: { code: 'not-linked', ...words.link.problem } });
    const within = answerWithinMs ?? SLOW_CALLS[name] ?? ANSWER_WITHIN_MS;
    const frame: ClientFrame = { id: ++lastId, call: name, input };
    const sending = socket;
    return new Promise((resolve) => {
      const { says, remedy } = words.link.timeOut;
      const problem = { code: 'no-answer', says: says(Math.ceil(within / 1000)), remedy };
      const limit = setTimeout(() => settle(frame.id, { ok: false, problem }), within);
      // The bridge answers each call with the output its schema names.
      waiting.set(frame.id, { settle: (answer) => resolve(answer as Answer<CallOutput<N>>), limit });
      sending.send(JSON.stringify(frame));
    });
  }

  function watch(onPush: Watcher['onPush'], onLink: Watcher['onLink']): () => void {
    const watcher = { onPush, onLink };
    watchers.add(watcher);
    onLink(linked);
    if (!socket && !retry && !closed) connect();
    else if (linked) void call('state.snapshot', {});
    return () => watchers.delete(watcher);
  }

  function close(): void {
    closed = true;
    clearTimeout(retry);
    socket?.close();
  }

  return { call, watch, close };
}
