/** Posts alerts in order, each until it's accepted, with increasing pauses between attempts. */
import { createHmac } from 'node:crypto';
import type { Cancel, Time } from '../../shared/time/time.ts';
import type { RelaySettings } from '../settings/settings.ts';
import type { AlertRows } from '../store/alert-rows.ts';

export interface AlertPost extends Disposable {
  wake(): void;
}

/** Header with the hex HMAC-SHA256 of the body, if a secret is set. */
const ALERT_SIGNATURE = 'relay-signature';
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 10 * 60_000;
const ANSWER_MS = 10_000;

export function postAlerts({
  rows,
  settings,
  time,
  onDefect,
}: {
  rows: AlertRows;
  settings: () => RelaySettings['alerts'];
  time: Time;
  onDefect: (error: unknown) => void;
}): AlertPost {
  const over = new AbortController();
  let pause = FIRST_PAUSE_MS;
  let again: Cancel | null = null;
  let isSending = false;

  async function send(): Promise<void> {
    const to = settings();
    if (to === null || isSending || again !== null || over.signal.aborted) return;
    isSending = true;
    const why = await sendNext(to).finally(() => {
      isSending = false;
    });
    if (why === 'nothing' || over.signal.aborted) return;
    if (why === null) {
      pause = FIRST_PAUSE_MS;
      return send();
    }
    onDefect(new Error(`An alert could not be told and is tried again: ${why}.`));
    again = time.after(pause, () => {
      again = null;
      wake();
    });
    pause = Math.min(LONGEST_PAUSE_MS, pause * 2);
  }

  /** Null if accepted, `nothing` if none waits, else the reason. */
  async function sendNext(to: NonNullable<RelaySettings['alerts']>): Promise<string | null> {
    const next = (await rows.isMine()) ? await rows.next() : null;
    if (next === null) return 'nothing';
    const why = await post(to, next.body);
    if (why === null && !over.signal.aborted) await rows.sent(next);
    return why;
  }

  /** Null if accepted, else the reason. */
  async function post({ url, secret }: NonNullable<RelaySettings['alerts']>, body: string): Promise<string | null> {
    const limit = time.within(ANSWER_MS);
    const signature = secret === null ? {} : { [ALERT_SIGNATURE]: createHmac('sha256', secret).update(body).digest('hex') };
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...signature },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([over.signal, limit]),
      });
      await answer.body?.cancel();
      return answer.ok ? null : `its address answers ${answer.status}`;
    } catch (error) {
      if (limit.aborted) return 'its address does not answer';
      const { cause } = error as Error;
      return cause instanceof Error ? cause.message : 'its address cannot be reached';
    }
  }

  function wake(): void {
    send().catch(onDefect);
  }

  wake();
  return {
    wake,
    [Symbol.dispose]() {
      over.abort();
      again?.();
    },
  };
}
