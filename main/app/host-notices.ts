/** Keeps notices of hosts visible when the composition is replaced. */
import type { Composed } from '../features/composed.ts';
import type { Running } from './running.ts';

export function keepHostNotices(running: Running): Pick<Composed, 'tell' | 'untell'> {
  const kept = new Map<string, () => void>();
  running.onReplaced(() => {
    for (const tell of kept.values()) tell();
  });
  return {
    tell(...notice) {
      const tell = (): void => running.composed().tell(...notice);
      kept.set(notice[0], tell);
      tell();
    },
    untell(id) {
      kept.delete(id);
      running.composed().untell(id);
    },
  };
}
