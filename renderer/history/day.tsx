/** What a day came to: counts, money, times, charts, and what was lost and why; on screen and as a table. */
import { fromAbsolute, getLocalTimeZone, parseDate, toCalendarDate } from '@internationalized/date';
import { useEffect, useState } from 'react';
import type { DayFigures, Problem } from '../../contract/contract.ts';
import { DayField } from '../parts/date-field.tsx';
import { Icon } from '../parts/icons.tsx';
import { ProblemText } from '../parts/problem.tsx';
import { saveFile } from '../parts/save-file.ts';
import { useCall } from '../parts/use-call.ts';
import { useOfServiceNow } from '../state/clock.ts';
import { call } from '../state/link.ts';
import { words } from '../words.ts';
import { Figures } from './figures.tsx';
import './day.css';

const said = words.day;

export function Day() {
  // Today by the service's clock, as on paper: this computer's may be wrong.
  const today = useOfServiceNow((at) => toCalendarDate(fromAbsolute(at, getLocalTimeZone())).toString());
  const now = parseDate(today);
  const [date, setDate] = useState(now);
  const [figures, setFigures] = useState<DayFigures | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const csv = useCall('history.csv');
  const day = date.toString();
  useEffect(() => {
    void call('history.day', { day }).then((answer) => {
      setProblem(answer.ok ? null : answer.problem);
      if (answer.ok) setFigures(answer.value);
    });
  }, [day]);
  const save = async (of: 'orders' | 'couriers') => {
    const file = await csv.run({ day, of });
    if (file) saveFile(file.fileName, file.text, 'text/csv');
  };
  const shown = figures?.day === day ? figures : null;
  return (
    <div className="page">
      <header className="page-head">
        <h2>{said.title}</h2>
        <div className="day-pick">
          <button type="button" className="button square" aria-label={said.previous} onClick={() => setDate(date.subtract({ days: 1 }))}>
            <Icon name="before" />
          </button>
          <DayField label={said.pick} value={date} most={now} onChange={(chosen) => setDate(parseDate(chosen))} />
          <button
            type="button"
            className="button square"
            aria-label={said.next}
            disabled={date.compare(now) >= 0}
            onClick={() => setDate(date.add({ days: 1 }))}
          >
            <Icon name="after" />
          </button>
        </div>
        <button type="button" className="button" disabled={csv.busy || !shown || shown.orders === 0} onClick={() => void save('orders')}>
          {said.csv}
        </button>
        {shown && shown.couriers.list.length > 0 && (
          <button type="button" className="button" disabled={csv.busy} onClick={() => void save('couriers')}>
            {said.couriersCsv}
          </button>
        )}
      </header>
      {(problem ?? csv.problem) && <ProblemText problem={(problem ?? csv.problem) as Problem} spoken />}
      {shown && (shown.orders + shown.couriers.list.length === 0 ? <p className="page-note">{said.none}</p> : <Figures figures={shown} />)}
    </div>
  );
}
