/** Reports by day, week and month, compared with another period: figures, charts, tables, printouts. */
import { type CalendarDate, fromAbsolute, getLocalTimeZone, parseDate, toCalendarDate } from '@internationalized/date';
import { useState } from 'react';
import { ForManager } from '../../access/access.tsx';
import { ProblemText } from '../../parts/problem.tsx';
import { useOfServiceNow } from '../../state/clock.ts';
import { useOrderChanges } from '../../state/order-changes.ts';
import { t } from '../../words.ts';
import { MonthlyFile } from './monthly-file.tsx';
import { ReportFigures } from './report-figures.tsx';
import { type Chosen, ReportHead } from './report-head.tsx';
import { moved, spanOf } from './span.ts';
import { useReport } from './use-report.ts';
import './reports.css';

/** What it comes to changes with the orders: read again this long after, ms. */
const READ_AGAIN_MS = 5_000;

export function Reports() {
  // Today by the service's clock, as on paper: this computer's may be wrong.
  const today = parseDate(useOfServiceNow((at) => toCalendarDate(fromAbsolute(at, getLocalTimeZone())).toString()));
  const [chosen, setChosen] = useState<Chosen>({ kind: 'day', day: today, comparedWith: null });
  const figures = <OfSpan chosen={chosen} today={today} />;
  return (
    <div className="page reports">
      <ReportHead chosen={chosen} today={today} onChoose={setChosen} />
      {chosen.kind === 'day' ? (
        figures
      ) : (
        <ForManager>
          {figures}
          <MonthlyFile />
        </ForManager>
      )}
    </div>
  );
}

function OfSpan({ chosen: { kind, day, comparedWith }, today }: { chosen: Chosen; today: CalendarDate }) {
  const span = spanOf(kind, day);
  const news = useOrderChanges(READ_AGAIN_MS);
  // A span that is over does not change any more.
  const isOver = span.lastDay < today.toString();
  const { shown, problem } = useReport(span, spanOf(kind, comparedWith ?? moved(kind, day, -1)), isOver ? 0 : news);
  if (problem) return <ProblemText problem={problem} spoken />;
  if (!shown) return <p className="page-note">{t('reports.loading')}</p>;
  const { report, against } = shown;
  if (report.orders + report.couriers.asked === 0) return <p className="page-note">{t('reports.none')}</p>;
  return <ReportFigures report={report} against={against} isOver={isOver} />;
}
