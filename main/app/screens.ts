import type { SignedInPush, StatePush } from '../../contract/contract.ts';
import type { SignedInScreen } from '../features/caller.ts';
import type { Watching } from '../view/feed.ts';
import { safePush } from '../view/safe-for-screen.ts';
import type { Running } from './running.ts';

export interface Screens {
  watch(onPush: (push: StatePush) => void, onSignedIn?: (push: SignedInPush) => void): Watching;
  /** Null for a screen without sign-in. */
  screenOf(watching: Watching | undefined): SignedInScreen | null;
  refresh(): void;
}

export function createScreens(running: Running): Screens {
  const watchers = new Map<(push: StatePush) => void, Watching>();
  const screens = new WeakMap<Watching, SignedInScreen>();
  const watchShown = (onPush: (push: StatePush) => void): Watching => running.feed().watch((push) => onPush(safePush(push)));

  running.onReplaced(() => {
    for (const [onPush, watching] of watchers) {
      watching.leave();
      watchers.set(onPush, watchShown(onPush));
    }
  });

  return {
    watch(onPush, onSignedIn) {
      watchers.set(onPush, watchShown(onPush));
      const screen: SignedInScreen | null = onSignedIn ? { push: onSignedIn, isHere: () => watchers.has(onPush) } : null;
      const watching: Watching = {
        snapshot: () => watchers.get(onPush)?.snapshot(),
        leave() {
          watchers.get(onPush)?.leave();
          watchers.delete(onPush);
          if (screen) running.composed().left(screen);
        },
      };
      if (screen) screens.set(watching, screen);
      return watching;
    },
    screenOf: (watching) => (watching && screens.get(watching)) ?? null,
    refresh() {
      for (const watching of watchers.values()) watching.snapshot();
    },
  };
}
