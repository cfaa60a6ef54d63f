import type { MenuView } from '../../../contract/contract.ts';
import { useCall } from '../../parts/use-call.ts';
import { useServiceMinute } from '../../state/clock.ts';
import { useIsCounter } from '../../state/ui-state.ts';
import { dayAndClock, fromNow } from '../../time/texts.ts';
import { say, t } from '../../words.ts';

export function MenuAge({ menu: { venueId, readAt, isReading, readProblem } }: { menu: MenuView }) {
  const now = useServiceMinute(readAt);
  const { run, busy, problem } = useCall('menu.read');
  const isCounter = useIsCounter();
  const wrong = problem?.text ?? readProblem;
  return (
    <div className="menu-age">
      <p role="status">
        {[
          readAt === null ? t('menu.notRead') : t('menu.readAt', { time: dayAndClock(readAt, now), age: fromNow(readAt, now) }),
          isReading && t('menu.reading'),
          wrong && say(wrong),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {isCounter && (
        <button type="button" className="button quiet" disabled={busy || isReading} onClick={() => void run({ venueId })}>
          {t('menu.read')}
        </button>
      )}
    </div>
  );
}
