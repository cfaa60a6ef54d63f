/** Reports by day, week and month, compared with another period. */
import { type CalendarDate, fromAbsolute, getLocalTimeZone, parseDate, toCalendarDate } from '@internationalized/date';
import { useState } from 'react';
import { ForManager } from '../../access/access.tsx';
import { ProblemText } from '../../parts/problem.tsx';
import { useOfServiceNow } from '../../state/clock.ts';
import { useOrderChanges } from '../../state/order-changes.ts';
import { useIsCounter } from '../../state/ui-state.ts';
import { t } from '../../words.ts';
import { MonthlyFile } from './monthly-file.tsx';
import { ReportFigures } from './report-figures.tsx';
import { type Chosen, ReportHead } from './report-head.tsx';
import { moved, spanOf } from './span.ts';
import { useReport } from './use-report.ts';
import './reports.css';

/** Read again this long after orders changed, ms. */
const READ_AGAIN_MS = 5_000;

export function Reports() {
  // By the service's clock, as in printouts.
  const today = parseDate(useOfServiceNow((at) => toCalendarDate(fromAbsolute(at, getLocalTimeZone())).toString()));
  const [chosen, setChosen] = useState<Chosen>({ kind: 'day', day: today, comparedWith: null });
  const isCounter = useIsCounter();
  const figures = <OfSpan chosen={chosen} today={today} />;
  return (
    <div className="page reports">
      <ReportHead chosen={chosen} today={today} onChoose={setChosen} />
      {chosen.kind === 'day' ? (
        figures
      ) : (
        <ForManager>
          {figures}
          {isCounter && <MonthlyFile />}
        </ForManager>
      )}
    </div>
  );
}

function OfSpan({ chosen: { kind, day, comparedWith }, today }: { chosen: Chosen; today: CalendarDate }) {
  const span = spanOf(kind, day);
  const news = useOrderChanges(READ_AGAIN_MS);
  // Past spans don't change, so aren't read again.
  const isOver = span.lastDay < today.toString();
  const { shown, problem } = useReport(span, spanOf(kind, comparedWith ?? moved(kind, day, -1)), isOver ? 0 : news);
  if (problem) return <ProblemText problem={problem} spoken />;
  if (!shown) return <p className="page-note">{t('reports.loading')}</p>;
  const { report, against } = shown;
  if (report.orders + report.couriers.asked === 0) return <p className="page-note">{t('reports.none')}</p>;
  return <ReportFigures report={report} against={against} isOver={isOver} />;
}
