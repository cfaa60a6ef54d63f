/** The ring of seconds: it shrinks, thickens, fills and at last turns into a stop sign, so that it is understood without its colour. */
import type { OrderCard } from '../../../contract/contract.ts';
import { useServiceNow } from '../../state/clock.ts';
import { ringText } from '../../time/texts.ts';
import { ringPhase, secondsLeft } from '../../time/urgency.ts';
import { words } from '../../words.ts';
import './ring.css';

const CIRCLE = 'M50 8a42 42 0 1 1-.01 0Z';
const OCTAGON = 'M50 5 82 18 95 50 82 82 50 95 18 82 5 50 18 18Z';

/** Where nobody said how long this venue has, the seconds are about right, and Accept may still work when they are over. */
export function Ring({ deadline }: { deadline: NonNullable<OrderCard['deadline']> }) {
  const now = useServiceNow();
  const left = secondsLeft(deadline.at, now);
  const phase = ringPhase(left, deadline.totalSeconds);
  const shape = phase === 'last' || phase === 'over' ? OCTAGON : CIRCLE;
  const share = deadline.totalSeconds > 0 ? Math.min(1, left / deadline.totalSeconds) : 0;
  const { about = false } = deadline;
  const exact = phase === 'over' ? words.ring.over(deadline.of) : words.ring.left(left, deadline.of);
  const spoken = about ? `${words.ring.about}: ${exact}` : exact;
  return (
    <div className="ring" data-phase={phase} role="timer" aria-label={spoken}>
      <svg viewBox="0 0 100 100" aria-hidden="true">
        <path className="ring-track" d={shape} />
        <path className="ring-left" d={shape} pathLength={100} strokeDasharray={`${share * 100} 200`} />
      </svg>
      <span className="ring-number" data-long={left >= 200 || undefined} aria-hidden="true">
        {phase === 'over' ? '!' : ringText(left)}
      </span>
      <span className="ring-words" aria-hidden="true">
        {phase === 'over' && (about ? words.ring.maybeOver : words.ring.overShort)}
        {phase !== 'over' && (about ? words.ring.about : words.ring.to[deadline.of])}
      </span>
    </div>
  );
}
