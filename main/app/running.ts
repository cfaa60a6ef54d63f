/** The composition in use, the venue's or training's, with its feed. Changes run one at a time. */
import type { Composed } from '../features/composed.ts';
import type { Training } from '../training/training.ts';
import { createFeed, type Feed } from '../view/feed.ts';
import type { Log } from './log.ts';

export interface Running {
  composed(): Composed;
  feed(): Feed;
  training(): Training | null;
  start(): Promise<void>;
  /** Runs `work` after earlier changes. */
  change<T>(work: () => Promise<T>): Promise<T>;
  /** Resolves once no change is in progress. Calls wait for it. */
  settled(): Promise<unknown>;
  /** Call only within a change. */
  stop(): Promise<void>;
  openLive(): Promise<Composed>;
  /** False if training failed and the venue's composition runs again. */
  openTraining(): Promise<boolean>;
  /** Called when another composition runs: screens are then outdated. */
  onReplaced(listener: () => void): void;
}

export interface Starts {
  /** `reopened`: a composition ran on this folder just before. */
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
