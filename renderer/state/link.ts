/** Connects the client to the state: pushes update it, a gap requests a snapshot, calls go out. */
import type { Answer, BridgeClient, CallInput, CallName, CallOutput, PageKind, Push, StationPush } from '../../contract/contract.ts';
import { isPressed } from '../touch/hands.ts';
import { applyPush } from './apply-push.ts';
import { counterNow } from './clock.ts';
import { limitCalls } from './limit-calls.ts';
import { answerLost, notLinked } from './lost-answer.ts';
import { NOTHING_OPEN, readUiState, setUiState } from './ui-state.ts';

/** Problem code of calls that need a signed-in person. */
export const SIGN_IN_REQUIRED = 'nobody-signed-in';
/** Asks for a sign-in, for an order if the tap was about one. Resolves to whether a person signed in. */
type AskWho = (orderId: string | null) => Promise<boolean>;

let client: BridgeClient | null = null;
let askWho: AskWho = async () => false;
let asking = false;
/** The app accepts at most 64 concurrent calls from a page. */
const limited = limitCalls(32);

export function startLink(opened: BridgeClient, ask: AskWho): void {
  client = opened;
  askWho = ask;
  opened.watch(receive, (linked, outside) => {
    asking = false;
    const { unlinkedSince } = readUiState();
    if (linked) setUiState({ linked, unlinkedSince: null, outside: null, muted: {} });
    // A page without access must not keep showing the venue's data.
    else setUiState({ linked, unlinkedSince: unlinkedSince ?? counterNow(), outside, ...(outside ? { held: null, person: null } : {}) });
  });
}

/** Any call of the contract. Never rejects: errors are a Problem. If a sign-in is needed, asks (after `asking`) and repeats the call. */
export async function call<N extends CallName>(name: N, input: CallInput<N>, asking?: () => void): Promise<Answer<CallOutput<N>>> {
  const answer = await callOnce(name, input);
  if (answer.ok || answer.problem.code !== SIGN_IN_REQUIRED) return answer;
  asking?.();
  const orderId = typeof input === 'object' && input !== null && 'orderId' in input ? String(input.orderId) : null;
  return (await askWho(orderId)) ? callOnce(name, input) : answer;
}

async function callOnce<N extends CallName>(name: N, input: CallInput<N>): Promise<Answer<CallOutput<N>>> {
  if (!client) return { ok: false, problem: notLinked() };
  const asked = client;
  try {
    return await limited(() => asked.call(name, input));
  } catch {
    // Electron rejects calls when the main process is gone.
    return { ok: false, problem: answerLost(input) };
  }
}

/** For buttons without a place for an answer: a refusal appears below the bar. */
export async function callOrSay<N extends CallName>(name: N, input: CallInput<N>): Promise<void> {
  const answer = await call(name, input);
  if (!answer.ok) setUiState({ scanAnswer: { kind: 'refused', problem: answer.problem } });
}

/**
 * Pushes in a rush render together at this interval, ms; the first renders at once. A timer rather than a frame, because hidden pages must
 * alert too.
 */
const DRAW_EVERY_MS = 60;
/** Nothing changes under a pressed finger, for this long at most, ms. */
const PRESS_WAITS_MS = 700;
let unread: Push<PageKind>[] = [];
let lastDrawn = Number.NEGATIVE_INFINITY;
let drawing: ReturnType<typeof setTimeout> | null = null;
let heldSince: number | null = null;

type Limits = Pick<StationPush, 'rights' | 'ofAllVenues' | 'zones'>;

function isAsLimited(before: Limits, now: Limits): boolean {
  const [was, is] = [before, now].map(({ rights, ofAllVenues, zones }) => JSON.stringify([rights, ofAllVenues, zones]));
  return was === is;
}

function receive(push: Push<PageKind>): void {
  if (push.push === 'signed-in') return setUiState({ person: push.person });
  if (push.push === 'station') {
    const { push: _, ...station } = push;
    const before = readUiState().station;
    // An open screen or dialog may need what's gone.
    return setUiState(before === null || isAsLimited(before, station) ? { station } : { station, screen: 'board', ...NOTHING_OPEN });
  }
  unread.push(push);
  if (drawing !== null) return;
  const wait = lastDrawn + DRAW_EVERY_MS - performance.now();
  if (wait <= 0) return draw();
  drawing = setTimeout(draw, wait);
}

function draw(): void {
  const now = performance.now();
  drawing = null;
  if (isPressed() && now - (heldSince ?? now) < PRESS_WAITS_MS) {
    heldSince ??= now;
    drawing = setTimeout(draw, DRAW_EVERY_MS);
    return;
  }
  heldSince = null;
  lastDrawn = now;
  const pushes = unread;
  unread = [];
  let held = readUiState().held;
  let missed = false;
  for (const push of pushes) {
    if (push.push === 'snapshot') asking = false;
    const applied = applyPush(held, push);
    held = applied.held;
    // A later snapshot replaces what was missed.
    missed = applied.gap || (missed && push.push !== 'snapshot');
  }
  if (held !== readUiState().held) setUiState({ held });
  if (missed && !asking) void askForSnapshot();
}

async function askForSnapshot(): Promise<void> {
  asking = true;
  const answer = await call('state.snapshot', {});
  // The next patch doesn't fit either, and asks again.
  if (!answer.ok) asking = false;
}
