import { message, type Text } from '../../contract/message.ts';
import type { Cancel, Time } from '../../shared/time/time.ts';
import { isTransient, type Result, type ServiceProblem } from './problem.ts';

export interface ProvisionedCode {
  code: string;
  redirect_uri: string;
}

export interface CodeRedeemer extends Disposable {
  /**
   * For codes from a settings file. Resolves after one try per code; temporary failures are retried later. `onUsed`: redeemed or finally
   * refused.
   */
  redeem(codes: ProvisionedCode[], onUsed: (code: string) => Promise<void>): Promise<void>;
}

/** `tell`: reports the problem, or null once connected. */
export function createCodeRedeemer(options: {
  time: Time;
  connect: (code: string, redirectUri: string) => Promise<Result<{ venueId: string }>>;
  backoffMs: (attempt: number) => number;
  tell: (trouble: { text: Text; hint: Text; lasting: boolean } | null) => void;
  onDefect: (error: unknown) => void;
}): CodeRedeemer {
  const waiting = new Set<Cancel>();
  let isOver = false;

  async function attempt(entry: ProvisionedCode, onUsed: (code: string) => Promise<void>, count: number): Promise<void> {
    const connected = await options.connect(entry.code, entry.redirect_uri);
    if (connected.ok) {
      options.tell(null);
      return onUsed(entry.code);
    }
    const { problem } = connected;
    const goesOn = mayWorkLater(problem);
    const hint = goesOn ? message('app.keepsTrying') : (problem.hint ?? message('connect.useNewCode'));
    options.tell({ text: message('connect.failed', { text: problem.text }), hint, lasting: !goesOn });
    if (goesOn) {
      if (isOver) return;
      const wait = problem.retryAfterMs ?? options.backoffMs(count);
      waiting.add(options.time.after(wait, () => attempt(entry, onUsed, count + 1).catch(options.onDefect)));
    } else if (problem.code !== 'credentials') {
      // The code still works with another client secret, so it isn't used up.
      await onUsed(entry.code);
    }
  }

  return {
    async redeem(codes, onUsed) {
      for (const entry of codes) await attempt(entry, onUsed, 1);
    },
    [Symbol.dispose]() {
      isOver = true;
      for (const forget of waiting) forget();
    },
  };
}

/** Setup may precede a working network, and a code is valid for an hour (section 3.3). */
function mayWorkLater(problem: ServiceProblem): boolean {
  return isTransient(problem) && problem.code !== 'credentials';
}
