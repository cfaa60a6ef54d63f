/** A venue's weekly and special hours, in its own time zone. */
import { ProblemText } from '../../parts/problem.tsx';
import { useServiceNow } from '../../state/clock.ts';
import { clockText } from '../../time/texts.ts';
import { t } from '../../words.ts';
import { SpecialDays } from './special-days.tsx';
import { useHours } from './use-hours.ts';
import { Week } from './week.tsx';
import './hours.css';

export function OpeningHours({ venueId }: { venueId: string }) {
  const { hours, problem, read } = useHours(venueId);
  const now = useServiceNow();
  if (problem) return <ProblemText problem={problem} spoken />;
  if (!hours) return <div aria-busy="true" />;
  return (
    <div className="hours">
      <p className="page-note">
        {t('hours.zone', { zone: hours.zone, time: clockText(now, hours.zone) })} {hours.readAt === null && t('hours.unread')}
      </p>
      <Week venueId={venueId} hours={hours} onSent={read} />
      <SpecialDays venueId={venueId} hours={hours} today={dayIn(hours.zone, now)} onSent={read} />
    </div>
  );
}

function dayIn(zone: string, now: number): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(now);
}
