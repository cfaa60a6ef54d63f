/** Ties the doorway to the screen: pushes go into the counter's state, a gap asks for a snapshot, calls go out. */
import type { Answer, CallInput, CallName, CallOutput, Doorway, Push } from '../../preload/contract.ts';
import { words } from '../words.ts';
import { applyPush } from './apply-push.ts';
import { readCounter, setCounter } from './counter.ts';

let doorway: Doorway | null = null;
let asking = false;

/** Starts watching; called once, when the page starts. */
export function startLink(opened: Doorway): void {
  doorway = opened;
  opened.watch(receive, (linked) => {
    asking = false;
    const { unlinkedSince } = readCounter();
    if (linked) setCounter({ linked, unlinkedSince: null, hushed: {} });
    else setCounter({ linked, unlinkedSince: unlinkedSince ?? Date.now() });
  });
}

/** Any call of the contract. It never rejects: what went wrong is a Problem in words. */
export async function call<N extends CallName>(name: N, input: CallInput<N>): Promise<Answer<CallOutput<N>>> {
  if (!doorway) return { ok: false, problem: { code: 'not-linked', ...words.link.problem } };
  try {
    return await doorway.call(name, input);
  } catch {
    // Electron rejects a call when the main process is gone.
    return { ok: false, problem: { code: 'answer-lost', ...words.link.lostAnswer } };
  }
}

function receive(push: Push): void {
  if (push.push === 'snapshot') asking = false;
  const { held, gap } = applyPush(readCounter().held, push);
  if (held !== readCounter().held) setCounter({ held });
  if (gap && !asking) void askForSnapshot();
}

async function askForSnapshot(): Promise<void> {
  asking = true;
  const answer = await call('state.snapshot', {});
  // Unanswered: the next patch finds the gap again and asks again.
  if (!answer.ok) asking = false;
}
