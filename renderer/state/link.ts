/** Connects the bridge client to the state: pushes update it, a gap requests a snapshot, calls go out. */
import type { Answer, BridgeClient, CallInput, CallName, CallOutput, Push } from '../../contract/contract.ts';
import { isPressed } from '../touch/hands.ts';
import { applyPush } from './apply-push.ts';
import { counterNow } from './clock.ts';
import { readCounter, setCounter } from './counter.ts';
import { limitCalls } from './limit-calls.ts';
import { answerLost, notLinked } from './lost-answer.ts';

/** Why a call was refused that needs a name. */
export const NOBODY = 'nobody-signed-in';
/** Asks who it is, for a touch of this order if it was one; resolves with true as soon as someone has signed in, with false where no one does. */
type AskWho = (orderId: string | null) => Promise<boolean>;

let client: BridgeClient | null = null;
let askWho: AskWho = async () => false;
let asking = false;
/** Of one page the bridge takes 64 calls at once: what is asked of many orders together waits here. */
const limited = limitCalls(32);

/** Starts watching; called once, when the page starts. */
export function startLink(opened: BridgeClient, ask: AskWho): void {
  client = opened;
  askWho = ask;
  opened.watch(receive, (linked, outside) => {
    asking = false;
    const { unlinkedSince } = readCounter();
    if (linked) setCounter({ linked, unlinkedSince: null, outside: null, muted: {}, person: null });
    // What was shown before is nothing for whoever stands in front of a page that is not let in any more.
    else setCounter({ linked, unlinkedSince: unlinkedSince ?? counterNow(), outside, person: null, ...(outside ? { held: null } : {}) });
  });
}

/**
 * Any call of the contract. It never rejects: what went wrong is a Problem in words. Where no one is signed in it asks who it is, and then
 * makes this very call, for the same order and nothing else.
 */
export async function call<N extends CallName>(name: N, input: CallInput<N>): Promise<Answer<CallOutput<N>>> {
  const answer = await callOnce(name, input);
  if (answer.ok || answer.problem.code !== NOBODY) return answer;
  const orderId = typeof input === 'object' && input !== null && 'orderId' in input ? String(input.orderId) : null;
  return (await askWho(orderId)) ? callOnce(name, input) : answer;
}

async function callOnce<N extends CallName>(name: N, input: CallInput<N>): Promise<Answer<CallOutput<N>>> {
  if (!client) return { ok: false, problem: notLinked() };
  const asked = client;
  try {
    return await limited(() => asked.call(name, input));
  } catch {
    // Electron rejects a call when the main process is gone.
    return { ok: false, problem: answerLost(input) };
  }
}

/** The same for a button without a place of its own for an answer: a refusal stands below the bar for a while. */
export async function callOrSay<N extends CallName>(name: N, input: CallInput<N>): Promise<void> {
  const answer = await call(name, input);
  if (!answer.ok) setCounter({ scanAnswer: { kind: 'refused', problem: answer.problem } });
}

/** Pushes of a rush are drawn together, at most so often, ms; the first one at once. A timer, not a frame: a hidden page must ring too. */
const DRAW_EVERY_MS = 60;
/** While a finger is down nothing changes under it; a press is that long at most, ms. */
const PRESS_WAITS_MS = 700;
let unread: Push[] = [];
let lastDrawn = Number.NEGATIVE_INFINITY;
let drawing: ReturnType<typeof setTimeout> | null = null;
let heldSince: number | null = null;

function receive(push: Push): void {
  if (push.push === 'signed-in') return setCounter({ person: push.person });
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
  let held = readCounter().held;
  let missed = false;
  for (const push of pushes) {
    if (push.push === 'snapshot') asking = false;
    const applied = applyPush(held, push);
    held = applied.held;
    // A snapshot that came after the gap has closed it.
    missed = applied.gap || (missed && push.push !== 'snapshot');
  }
  if (held !== readCounter().held) setCounter({ held });
  if (missed && !asking) void askForSnapshot();
}

async function askForSnapshot(): Promise<void> {
  asking = true;
  const answer = await call('state.snapshot', {});
  // Unanswered: the next patch finds the gap again and asks again.
  if (!answer.ok) asking = false;
}
