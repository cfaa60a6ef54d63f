/** The client over a WebSocket: numbered calls with time limits, pushes, automatic reconnection. */
import type {
  Answer,
  Beat,
  BridgeClient,
  CallInput,
  CallName,
  CallOutput,
  ClientFrame,
  DisplayFrame,
  PageKind,
  Push,
  RefusedBy,
} from '../../contract/contract.ts';
import type { ClientView } from '../../contract/entry.ts';
import { answerLost, noAnswer, notLinked } from '../state/lost-answer.ts';

const ANSWER_WITHIN_MS = 15_000;
/** Longer limits, for calls that wait for the service, a printer or a person. */
const SLOW_CALLS: Partial<Record<CallName, number>> = {
  'venue.connect': 60_000,
  'venue.askAddresses': 45_000,
  'venue.tryAddresses': 30_000,
  'venue.awaitCode': 3_600_000,
  'training.start': 60_000,
  'training.leave': 60_000,
  'printer.test': 45_000,
  'selfTest.run': 45_000,
};
/** If the newest regular beat (main/hosts/displays) was sent longer ago, the link counts as lost, ms. */
const SILENT_MS = 900;
/** By less than this share, two clocks differ in speed. */
const CLOCKS_DIFFER = 0.001;
const LOOK_MS = 100;
/** If checks are further apart, this page was busy and beats may be queued, ms. */
const BUSY_MS = 400;
/** After this silence the connection is replaced, ms. */
const DEAD_MS = 6_000;
const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 3_000;
/** Retries without access, ms: main pages soon, as another page may give access; tablets rarely. */
const OUTSIDE_RETRY_MS: Record<RefusedBy, number> = { counter: 3_000, display: 15_000 };

/** `outside`: who refused access; null if nothing answers. */
export type Connecting = { socket: WebSocket; view: ClientView } | { outside: RefusedBy | null };

export interface SocketClient extends BridgeClient {
  retryNow(): void;
  /** Closes for good; open calls get a Problem. */
  close(): void;
}

type Waiting = { input: unknown; settle: (answer: Answer<unknown>) => void; limit: ReturnType<typeof setTimeout> };
type Watcher = { onPush: (push: Push<PageKind>) => void; onLink: (linked: boolean, outside: RefusedBy | null) => void };

/** Delay after `failures` failed attempts, ms; `chance` (0 to 1) spreads the screens' attempts. */
export function retryDelay(failures: number, chance: number): number {
  const full = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(failures, 10));
  return Math.round(full * (0.75 + chance * 0.25));
}

/**
 * Connects at the first `watch`, and again after each loss; each connect brings a snapshot. `call` never rejects: without a link or answer
 * it returns a Problem. `onBeat`: time of Tillbridge's computer, epoch ms. `answerWithinMs` overrides all limits.
 */
export function openSocketClient(
  open: () => Promise<Connecting>,
  { onBeat, answerWithinMs }: { onBeat?: (at: number) => void; answerWithinMs?: number } = {},
): SocketClient {
  const waiting = new Map<number, Waiting>();
  const watchers = new Set<Watcher>();
  let socket: WebSocket | null = null;
  let linked = false;
  let outside: RefusedBy | null = null;
  let opening = false;
  let closed = false;
  let failures = 0;
  let lastId = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let listening: ReturnType<typeof setInterval> | undefined;
  /** When the newest beat was sent, by this page's clock. */
  let heardAt = 0;
  /** Difference of both clocks at this connection's fastest beat. */
  let shortest = Number.POSITIVE_INFINITY;
  let beatAt = 0;
  /** Whether that beat was fast. */
  let isPrompt = false;
  let lookedAt = 0;

  async function connect(): Promise<void> {
    clearTimeout(retry);
    if (opening || socket || closed) return;
    opening = true;
    const way = await open();
    opening = false;
    if ('outside' in way) {
      tell(false, way.outside);
      connectIn(way.outside ? OUTSIDE_RETRY_MS[way.outside] : retryDelay(failures++, Math.random()));
    } else if (closed) way.socket.close();
    else link(way.socket, way.view);
  }

  function connectIn(ms: number): void {
    if (!closed) retry = setTimeout(() => void connect(), ms);
  }

  function link(opened: WebSocket, view: ClientView): void {
    socket = opened;
    const askedAt = performance.now();
    // Before its first snapshot, the page shows old data.
    let isShown = false;
    opened.addEventListener('open', () => {
      if (socket !== opened) return;
      failures = 0;
      // A new connection has no sign-in; silence alone ends none.
      for (const watcher of watchers) watcher.onPush({ push: 'signed-in', person: null });
      if (view !== 'counter') listenFor(opened);
    });
    opened.addEventListener('message', (event) => {
      if (socket !== opened || typeof event.data !== 'string') return;
      const frame = read(event.data);
      // A broken frame makes the link untrustworthy; a new one starts with a snapshot.
      if (frame === null) return opened.close();
      if (!('beat' in frame)) receive(frame);
      else {
        // Otherwise its delay is unknown.
        if (shortest === Number.POSITIVE_INFINITY) {
          isPrompt = performance.now() - askedAt <= SILENT_MS;
          if (!isPrompt) probe(opened);
        }
        hear(frame);
      }
      isShown ||= 'push' in frame && frame.push === 'snapshot';
      if (isShown && (view === 'counter' || (isPrompt && performance.now() - heardAt <= SILENT_MS))) tell(true, null);
    });
    opened.addEventListener('close', () => lose(opened));
    // A failed attempt also fires close.
    opened.addEventListener('error', () => {});
  }

  /** An unplugged cable closes nothing, so silence must count as a lost link. */
  function listenFor(opened: WebSocket): void {
    clearInterval(listening);
    heardAt = lookedAt = beatAt = performance.now();
    shortest = Number.POSITIVE_INFINITY;
    isPrompt = false;
    listening = setInterval(() => {
      const now = performance.now();
      // Only while linked: a page that was busy on a late line must not show old data as current.
      if (linked && now - lookedAt > BUSY_MS) heardAt = Math.max(heardAt, now - SILENT_MS / 2);
      lookedAt = now;
      if (socket !== opened) return clearInterval(listening);
      if (now - heardAt > DEAD_MS) {
        lose(opened);
        opened.close();
      } else if (now - heardAt > SILENT_MS) tell(false, null);
    }, LOOK_MS);
  }

  function lose(opened: WebSocket): void {
    if (socket !== opened) return;
    clearInterval(listening);
    socket = null;
    tell(false, null);
    for (const [id, { input }] of [...waiting]) settle(id, { ok: false, problem: answerLost(input) });
    connectIn(retryDelay(failures++, Math.random()));
  }

  function tell(now: boolean, by: RefusedBy | null): void {
    if (linked === now && outside === by) return;
    linked = now;
    outside = by;
    for (const watcher of watchers) watcher.onLink(now, by);
  }

  /** A beat that took longer than the fastest is late, and so is the data before it. */
  function hear({ at, sentAt }: Beat): void {
    const now = performance.now();
    shortest = Math.min(now - sentAt, shortest + (now - beatAt) * CLOCKS_DIFFER);
    beatAt = now;
    heardAt = Math.max(heardAt, sentAt + shortest);
    onBeat?.(at);
  }

  function receive(frame: Exclude<DisplayFrame, Beat>): void {
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

  /** Until an answer is prompt. */
  function probe(opened: WebSocket): void {
    const sentAt = performance.now();
    void ask(opened, 'staff.here', {}).then(() => {
      if (socket !== opened) return;
      isPrompt = performance.now() - sentAt <= SILENT_MS;
      if (!isPrompt) probe(opened);
    });
  }

  function call<N extends CallName>(name: N, input: CallInput<N>): Promise<Answer<CallOutput<N>>> {
    if (!socket || !linked) return Promise.resolve({ ok: false, problem: notLinked() });
    return ask(socket, name, input);
  }

  function ask<N extends CallName>(sending: WebSocket, name: N, input: CallInput<N>): Promise<Answer<CallOutput<N>>> {
    const within = answerWithinMs ?? SLOW_CALLS[name] ?? ANSWER_WITHIN_MS;
    const frame: ClientFrame = { id: ++lastId, call: name, input };
    return new Promise((resolve) => {
      const limit = setTimeout(() => settle(frame.id, { ok: false, problem: noAnswer(input, within) }), within);
      // Main answers with the output its schema names.
      waiting.set(frame.id, { input, settle: (answer) => resolve(answer as Answer<CallOutput<N>>), limit });
      sending.send(JSON.stringify(frame));
    });
  }

  function watch(onPush: Watcher['onPush'], onLink: Watcher['onLink']): () => void {
    const watcher = { onPush, onLink };
    watchers.add(watcher);
    onLink(linked, outside);
    if (!socket && !retry && !closed) void connect();
    else if (linked) void call('state.snapshot', {});
    return () => watchers.delete(watcher);
  }

  function close(): void {
    closed = true;
    clearTimeout(retry);
    socket?.close();
  }

  function retryNow(): void {
    if (watchers.size > 0) void connect();
  }

  return { call, watch, close, retryNow };
}

/** Null for a broken frame. */
function read(text: string): DisplayFrame | null {
  try {
    return JSON.parse(text) as DisplayFrame;
  } catch {
    return null;
  }
}
