/** Keeps notices of hosts visible when the composition is replaced. */
import type { Composed } from '../features/composed.ts';
import type { Running } from './running.ts';

export function keepHostNotices(running: Running): Pick<Composed, 'raiseNotice' | 'clearNotice'> {
  const kept = new Map<string, () => void>();
  running.onReplaced(() => {
    for (const raise of kept.values()) raise();
  });
  return {
    raiseNotice(...notice) {
      const raise = (): void => running.composed().raiseNotice(...notice);
      kept.set(notice[0], raise);
      raise();
    },
    clearNotice(id) {
      kept.delete(id);
      running.composed().clearNotice(id);
    },
  };
}
