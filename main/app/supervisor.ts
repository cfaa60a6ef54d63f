/**
 * Decides what of Tillbridge runs in this process, for both hosts: the whole app, only the receiver, or nothing yet. How this process is
 * restarted is the host's part; `keep-up` counts the restarts.
 */

import { isSame, joinSentences, type Text } from '../../contract/message.ts';
import type { Time } from '../../shared/time/time.ts';
import { NewerDatabase } from '../store/file/store-error.ts';
import { type Opened, openStack } from '../time/opened.ts';
import type { Sealer } from '../vault/vault.ts';
import type { App } from './app.ts';
import { type OnlyReceiving, receiveOnly } from './compose/receive-only.ts';
import { reportCrash } from './keep-up/crash-reports.ts';
import { afterError, type Crashes, DIED_OF, restMs } from './keep-up/restarts.ts';
import { cannotStart, canReceiveMeanwhile, endsStart, type Reason, reasonOf, resting, type Trouble } from './trouble.ts';

type State =
  | { is: 'starting' }
  /** The start, or the main screen, is tried again and again; the receiver may run between two attempts. */
  | { is: 'blocked'; reason: Reason }
  /** Only the receiver runs, after crashes; then another process starts the app whole. */
  | { is: 'receiving' }
  | { is: 'running' }
  /** On purpose: nothing is started any more. */
  | { is: 'ended' };

/** Shows what is in the way, in the place of the main screen. It is asked again and again: the words may change. Returns the end of it. */
export type ShowTrouble = (trouble: () => Trouble) => Promise<() => void | Promise<void>>;

/** What the supervisor asks of a host. */
export interface Supervised {
  dataDir: string;
  vault: 'auto' | 'keychain' | 'file';
  /** The system's way of keeping a key, where the host has one. */
  sealer?: Sealer;
  /** The crashes that this run comes after. */
  crashes: Crashes;
  time: Time;
  /** What comes before the first start. */
  prepare(): Promise<void>;
  /** An attempt to start the app whole: an error with words (`reasonOf`) is shown, and the start is tried again. */
  start(): Promise<App>;
  /** The same for the page of the main screen. The app runs meanwhile. */
  checkPage(): unknown;
  /** Opens the main screen. What is deferred on `opened` is closed before the app. */
  open(app: App, opened: Opened): Promise<void>;
  show: ShowTrouble;
  /** On the terminal, each time the words change. */
  onTrouble(reason: Reason): void;
  /** Ends this process, and starts the app again in another one. */
  startAgain(crashes: Crashes): void;
  /** Another copy runs on the data folder, or there can't be such a folder (`endsStart`): for a person to decide. */
  giveUp(error: unknown): unknown;
}

const TRY_AGAIN_MS = 3_000;
/** Until someone has put the newer Tillbridge back, or an older database. */
const RECEIVE_MS = 30_000;
/** What is not closed by then is not waited for: nothing that was acknowledged is lost by that. */
const CLOSING_LIMIT_MS = 15_000;
/** While only the receiver runs: an error that comes all the time does not write all the time. */
const REPORT_EVERY_MS = 1_000;

/**
 * Runs the app, and restarts this process after an error that no one caught: nothing acknowledged is lost, it is in the database. A run that
 * is to rest first (`restMs`) goes on instead: so little runs in it that going on is safer than another start. `end`: closes what is open, on
 * purpose; never rejects.
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
      // Orders are received and printed also where the main screen can't be shown.
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

  /** Repeats an attempt until it succeeds. An error without words is thrown, and so is one that ends the start. */
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

  /** Notifications are saved beside a database that can't be used: a newer Tillbridge's stays unchanged, a locked one is free again soon. */
  async function untilNextAttempt(error: unknown): Promise<void> {
    if (!canReceiveMeanwhile(error)) return time.wait(TRY_AGAIN_MS);
    try {
      receiver = await receiveOnly(host, { text: 'the database cannot be used: only notifications are taken in', err: error });
      await time.wait(error instanceof NewerDatabase ? RECEIVE_MS : TRY_AGAIN_MS);
    } catch (failed) {
      // The next attempt fails by the same, and shows it.
      if (!reasonOf(failed)) throw failed;
      await time.wait(TRY_AGAIN_MS);
    } finally {
      await stopReceiving();
    }
  }

  /** Resolves when the rest is over, whatever fails meanwhile. Throws what ends the start. */
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

  /** From now on. Returns what is called for an error that was caught and ends the run. */
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

  /** Whoever ended it wants no other one: what is open is still closed, and then the process ends. */
  function startAgain(next: Crashes): void {
    if (state.is !== 'ended') host.startAgain(next);
  }
}

/** The run before this one could not report what it died of. */
function reportDeath(dataDir: string, { inARow }: Crashes, time: Time): void {
  const cause = process.env[DIED_OF];
  delete process.env[DIED_OF];
  if (cause === undefined) return;
  const error = new Error(`Tillbridge died of ${cause} and starts again`);
  reportCrash(dataDir, error, inARow, time.wall());
  console.error(error.message);
}
