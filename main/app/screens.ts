import type { SignedInPush, StatePush } from '../../contract/contract.ts';
import type { SignedInScreen } from '../features/caller.ts';
import type { Watching } from '../view/feed.ts';
import { safePush } from '../view/safe-for-screen.ts';
import type { Running } from './running.ts';

export interface Screens {
  watch(onPush: (push: StatePush) => void, onSignedIn?: (push: SignedInPush) => void): Watching;
  /** Without pushes of the state; `snapshot` does nothing. */
  signInAt(onSignedIn: (push: SignedInPush) => void): Watching;
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

  function signInAt(push: SignedInScreen['push']): Watching {
    let isHere = true;
    const screen: SignedInScreen = { push, isHere: () => isHere };
    const watching: Watching = {
      snapshot: () => undefined,
      leave() {
        isHere = false;
        running.composed().left(screen);
      },
    };
    screens.set(watching, screen);
    return watching;
  }

  return {
    signInAt,
    watch(onPush, onSignedIn) {
      watchers.set(onPush, watchShown(onPush));
      const signing = onSignedIn ? signInAt(onSignedIn) : null;
      const watching: Watching = {
        snapshot: () => watchers.get(onPush)?.snapshot(),
        leave() {
          watchers.get(onPush)?.leave();
          watchers.delete(onPush);
          signing?.leave();
        },
      };
      const screen = signing && screens.get(signing);
      if (screen) screens.set(watching, screen);
      return watching;
    },
    screenOf: (watching) => (watching && screens.get(watching)) ?? null,
    refresh() {
      for (const watching of watchers.values()) watching.snapshot();
    },
  };
}
