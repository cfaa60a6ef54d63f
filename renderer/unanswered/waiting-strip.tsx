/** While the alert is closed: how many orders wait and for how long, on every screen and dialog. */
import { useEffect, useState } from 'react';
import { Icon } from '../parts/icons.tsx';
import { SMALL_SCREEN, useMedia } from '../parts/use-media.ts';
import { useServiceNow } from '../state/clock.ts';
import { leftText } from '../time/texts.ts';
import { lockStrip } from '../touch/lock.ts';
import { t } from '../words.ts';
import { firstOf } from './call.ts';
import { askForCall, useUnanswered } from './keep-calling.ts';

/** `isForOne`: the board itself shows how many wait; changes are then only read out. */
export function WaitingStrip({ isForOne }: { isForOne: boolean }) {
  const strip = useUnanswered(({ strip }) => strip);
  const now = useServiceNow();
  const [spoken, setSpoken] = useState('');
  const first = firstOf(strip, now);
  const count = strip.length;
  const isSmall = useMedia(SMALL_SCREEN);
  // Only changes of the count are read out.
  useEffect(() => setSpoken(count > 0 ? t('unanswered.title', { count }) : ''), [count]);
  return (
    <>
      <span className="unseen" aria-live="assertive">
        {spoken}
      </span>
      {first && !isForOne && (
        <button
          ref={lockStrip}
          type="button"
          className="strip strip-new strip-waiting"
          data-last={first.over > 0 || first.left <= (first.order.deadline?.totalSeconds ?? 0) / 6 || undefined}
          onClick={askForCall}
        >
          <Icon name="bell" />
          <strong>
            {first.over > 0
              ? t('unanswered.stripOver', { count, over: first.over })
              : t(isSmall ? 'unanswered.short' : 'unanswered.strip', { count, left: leftText(first.left, first.about) })}
          </strong>
        </button>
      )}
    </>
  );
}
