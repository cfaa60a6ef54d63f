/**
 * Decides what runs in this process, for both hosts: the app, only the receiver, or nothing yet. Hosts restart it; `keep-up` counts
 * restarts.
 */

import { isSame, joinSentences, type Text } from '../../contract/message.ts';
import type { Time } from '../../shared/time/time.ts';
import { NewerDatabase } from '../store/file/store-error.ts';
import { type OpenParts, openStack } from '../time/opened.ts';
import type { Sealer } from '../vault/vault.ts';
import type { App } from './app.ts';
import { type OnlyReceiving, receiveOnly } from './compose/receive-only.ts';
import { reportCrash } from './keep-up/crash-reports.ts';
import { afterError, type Crashes, DIED_OF, restMs } from './keep-up/restarts.ts';
import { cannotStart, canReceiveMeanwhile, endsStart, type Reason, reasonOf, resting, type Trouble } from './trouble.ts';

type State =
  | { is: 'starting' }
  /** The start or the main screen's page is retried; the receiver may run between attempts. */
  | { is: 'blocked'; reason: Reason }
  /** After crashes only the receiver runs; then another process starts the app. */
  | { is: 'receiving' }
  | { is: 'running' }
  /** Ended on purpose: nothing is started again. */
  | { is: 'ended' };

/** Shows a problem instead of the main screen, querying it repeatedly. Returns a function that hides it. */
export type ShowTrouble = (trouble: () => Trouble) => Promise<() => void | Promise<void>>;

export interface Supervised {
  dataDir: string;
  vault: 'auto' | 'keychain' | 'file';
  sealer?: Sealer;
  crashes: Crashes;
  time: Time;
  prepare(): Promise<void>;
  /** Errors with text (`reasonOf`) are shown, and the start is retried. */
  start(): Promise<App>;
  /** Throws if the main screen's page is missing; also shown and retried. */
  checkPage(): unknown;
  /** `opened` is closed before the app. */
  open(app: App, opened: OpenParts): Promise<void>;
  show: ShowTrouble;
  /** Called whenever the problem's text changes. */
  onTrouble(reason: Reason): void;
  /** Ends this process and starts the app in another. */
  startAgain(crashes: Crashes): void;
  /** For errors that a person must resolve (`endsStart`). */
  giveUp(error: unknown): unknown;
}

const TRY_AGAIN_MS = 3_000;
/** Time of only receiving between attempts, until a newer Tillbridge or an older database is back. */
const RECEIVE_MS = 30_000;
/** Limit for closing; acknowledged data is safe anyway. */
const CLOSING_LIMIT_MS = 15_000;
/** Limits reports of a recurring error while only the receiver runs. */
const REPORT_EVERY_MS = 1_000;

/**
 * Runs the app, and restarts the process after an uncaught error: acknowledged data is in the database. If only the receiver runs
 * (`restMs`), the process goes on instead, as that's safer. `end`: closes everything; never rejects.
 */
export function supervise(host: Supervised): { end(): Promise<void> } {
  const { dataDir, crashes, time } = host;
  const rests = restMs(crashes);
  const opened = openStack(time, (error) => console.error(error), CLOSING_LIMIT_MS);
  let state: State = { is: 'starting' };
  let receiver: OnlyReceiving | null = null;
  let words: () => Trouble;
  let hide: (() => void | Promise<void>) | null = null;
  opened.defer(stopReceiving);
  reportDeath(dataDir, crashes, time);
  const crashed = catchErrors();
  void run();
  return {
    end() {
      state = { is: 'ended' };
      return opened.close();
    },
  };

  async function run(): Promise<void> {
    try {
      await host.prepare();
      if (rests > 0) {
        await rest();
        return startAgain({ ...crashes, rested: true });
      }
      const app = await untilPossible(host.start);
      opened.defer(app.close);
      // Orders are received and printed even without a main screen.
      await untilPossible(host.checkPage);
      await enter({ is: 'running' });
      if (!opened.isClosing()) await host.open(app, opened);
    } catch (error) {
      if (!endsStart(error)) return crashed(error);
      await hide?.();
      await host.giveUp(error);
    }
  }

  async function enter(next: State): Promise<void> {
    if (state.is === 'ended') return;
    state = next;
    if (next.is === 'blocked') words = () => cannotStart(dataDir, next.reason, receiver);
    else if (next.is === 'receiving') words = () => resting(dataDir, crashes.inARow, receiver);
    else return hide?.();
    hide ??= await host.show(() => words());
  }

  /** Retries. Throws errors without text, and those that end the start. */
  async function untilPossible<T>(attempt: () => T | Promise<T>): Promise<T> {
    let reported: Text | null = null;
    for (;;) {
      try {
        return await attempt();
      } catch (error) {
        const reason = endsStart(error) ? null : reasonOf(error);
        if (!reason) throw error;
        if (reported === null || !isSame(reason.text, reported)) host.onTrouble(reason);
        reported = reason.text;
        await enter({ is: 'blocked', reason });
        await untilNextAttempt(error);
      }
    }
  }

  /** Meanwhile, saves notifications outside an unusable database: a newer one stays unchanged, a locked one is soon free. */
  async function untilNextAttempt(error: unknown): Promise<void> {
    if (!canReceiveMeanwhile(error)) return time.wait(TRY_AGAIN_MS);
    try {
      receiver = await receiveOnly(host, { text: 'the database cannot be used: only notifications are taken in', err: error });
      await time.wait(error instanceof NewerDatabase ? RECEIVE_MS : TRY_AGAIN_MS);
    } catch (failed) {
      // The next attempt fails alike, and shows why.
      if (!reasonOf(failed)) throw failed;
      await time.wait(TRY_AGAIN_MS);
    } finally {
      await stopReceiving();
    }
  }

  /** Receives until the rest is over, whatever fails meanwhile. Throws only errors that end the start. */
  async function rest(): Promise<void> {
    const over = time.wait(rests);
    const text = 'stopped again and again: only notifications are taken in for a while';
    try {
      receiver = await untilPossible(() => receiveOnly(host, { text, inARow: crashes.inARow, restMs: rests }));
    } catch (error) {
      if (endsStart(error)) throw error;
      crashed(error);
    }
    try {
      const { text, hint, next } = resting(dataDir, crashes.inARow, receiver);
      host.onTrouble({ text, hint: joinSentences(hint, next) });
      await enter({ is: 'receiving' });
      await over;
      await hide?.();
      await stopReceiving();
    } catch (error) {
      crashed(error);
      await over;
    }
  }

  async function stopReceiving(): Promise<void> {
    const open = receiver;
    receiver = null;
    await open?.stop();
  }

  function catchErrors(): (error: unknown) => void {
    const beganAt = time.monotonic();
    let isOver = false;
    let reportedAt = Number.NEGATIVE_INFINITY;
    const onError = (error: unknown): void => {
      const now = time.monotonic();
      if (isOver || (rests > 0 && now - reportedAt < REPORT_EVERY_MS)) return;
      reportedAt = now;
      const next = rests > 0 ? crashes : afterError(crashes, now - beganAt);
      console.error(reportCrash(dataDir, error, next.inARow, time.wall()));
      if (rests > 0) return;
      isOver = true;
      startAgain(next);
    };
    process.on('uncaughtException', onError);
    process.on('unhandledRejection', onError);
    return onError;
  }

  /** Does nothing after `end`. */
  function startAgain(next: Crashes): void {
    if (state.is !== 'ended') host.startAgain(next);
  }
}

function reportDeath(dataDir: string, { inARow }: Crashes, time: Time): void {
  const cause = process.env[DIED_OF];
  delete process.env[DIED_OF];
  if (cause === undefined) return;
  const error = new Error(`Tillbridge died of ${cause} and starts again`);
  reportCrash(dataDir, error, inARow, time.wall());
  console.error(error.message);
}
