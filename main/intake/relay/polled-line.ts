/** Relay frames by long polling, where WebSockets are blocked. */
import { type CounterFrame, LONGEST_FRAME, RELAY_PATHS } from '../../../contract/relay/wire.ts';
import type { Time } from '../../../shared/time/time.ts';
import { asArray, asText } from '../../orders/text/reading.ts';
import type { LineEvents, RelayLine } from './line.ts';
import { type Posted, post } from './post.ts';
import { isOfRelay, type RelayTrouble } from './trouble.ts';

/** The relay's longest wait; short enough to prove contact in time. */
const WAIT_MS = 4_000;
const ANSWERS_WITHIN_MS = WAIT_MS + 5_000;
const FIRST_WAIT_MS = 500;
/** Limits requests while nothing is new or the relay repeats frames. */
const PAUSE_MS = 1_000;
const MOST_FRAMES = 100;
const LONGEST_ANSWER = 32 * LONGEST_FRAME;

/** `idle`: resolves once an answer's frames are processed; true if they had notifications. */
export function openPolledLine(
  address: string,
  key: string,
  { time, idle, ...events }: LineEvents & { time: Time; idle: () => Promise<boolean> },
): RelayLine {
  const over = new AbortController();
  let waiting: CounterFrame[] = [];
  let wait = FIRST_WAIT_MS;

  async function ask(): Promise<Posted> {
    const frames = [...events.first(), ...waiting].slice(0, MOST_FRAMES);
    waiting = [];
    const body = { frames, wait };
    wait = WAIT_MS;
    const url = address + RELAY_PATHS.poll;
    return post(time, { url, key, body, withinMs: ANSWERS_WITHIN_MS, most: LONGEST_ANSWER, signal: over.signal });
  }

  async function goOn(): Promise<void> {
    while (!over.signal.aborted) {
      const answer = await ask();
      if (over.signal.aborted) return;
      if (!answer.ok) return end(refusalIn(answer.refused) ?? answer.trouble);
      const frames = asArray(answer.body.frames);
      if (!Array.isArray(answer.body.frames) || frames.length > MOST_FRAMES) return end('nonsense');
      for (const frame of frames) events.onFrame(frame, 0);
      const hadNews = await idle();
      if (!hadNews) await time.wait(PAUSE_MS, { signal: over.signal }).catch(() => undefined);
    }
  }

  function end(trouble: RelayTrouble): void {
    if (over.signal.aborted) return;
    over.abort();
    events.onEnd({ trouble, isBlocked: false });
  }

  void goOn();
  return {
    send: (frame) => void waiting.push(frame),
    // The next request waits for all frames anyway.
    pause: () => undefined,
    resume: () => undefined,
    close: () => over.abort(),
  };
}

function refusalIn(refused: Record<string, unknown> | null): RelayTrouble | null {
  const code = asText(refused?.code);
  return code !== null && isOfRelay(code) ? code : null;
}
