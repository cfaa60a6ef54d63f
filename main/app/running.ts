/** What runs now: the venue's own bridge or the one for training, each with a feed of its own. Changes run one at a time. */
import type { Composed } from '../features/composed.ts';
import type { Training } from '../training/training.ts';
import { createFeed, type Feed } from '../view/feed.ts';
import type { Log } from './log.ts';

export interface Running {
  composed(): Composed;
  feed(): Feed;
  /** Null while the venue's own bridge runs. */
  training(): Training | null;
  /** Opens the venue's own bridge for the first time. */
  start(): Promise<void>;
  /** Runs a change of bridge when no other one is under way. */
  change<T>(work: () => Promise<T>): Promise<T>;
  /** Resolves when no change is under way. No call is answered in the middle of one. */
  settled(): Promise<unknown>;
  /** The following are parts of a change. */
  stop(): Promise<void>;
  openLive(): Promise<Composed>;
  /** False where training did not start and the venue's own bridge runs again. */
  openTraining(): Promise<boolean>;
  /** Called when another bridge runs: what was shown before is of the one that stopped. */
  onReplaced(listener: () => void): void;
}

/** How each of the two is opened. */
export interface Starts {
  /** `reopened`: there was a bridge on this folder a moment ago. */
  live: (feed: Feed, reopened: boolean) => Promise<Composed>;
  training: (feed: Feed) => Promise<Training>;
}

export function createRunning({ live, training: practise, log }: Starts & { log: Log }): Running {
  let feed = createFeed();
  let training: Training | null = null;
  let composed: Composed;
  let changing: Promise<unknown> = Promise.resolve();
  const listeners: (() => void)[] = [];

  function replaced(): void {
    for (const listener of listeners) listener();
  }

  async function liveAgain(): Promise<void> {
    feed = createFeed();
    composed = await live(feed, true);
  }

  return {
    composed: () => composed,
    feed: () => feed,
    training: () => training,
    async start() {
      composed = await live(feed, false);
    },
    change(work) {
      const next = changing.then(work);
      changing = next.catch(() => undefined);
      return next;
    },
    settled: () => changing,
    async stop() {
      await (training ?? composed).stop();
      training = null;
    },
    async openLive() {
      await liveAgain();
      replaced();
      return composed;
    },
    async openTraining() {
      feed = createFeed();
      try {
        training = await practise(feed);
        composed = training.composed;
        return true;
      } catch (error) {
        log.error({ err: error }, 'training did not start');
        await liveAgain();
        return false;
      } finally {
        replaced();
      }
    },
    onReplaced: (listener) => void listeners.push(listener),
  };
}
