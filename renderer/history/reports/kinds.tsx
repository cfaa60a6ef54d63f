import type { Report } from '../../../contract/contract.ts';
import { say, t } from '../../words.ts';
import { sumsText, count as written } from './numbers.ts';
import './charts/charts.css';

export function Kinds({ report: { byKind } }: { report: Report }) {
  if (byKind.length === 0) return null;
  return (
    <section className="panel" aria-label={t('day.byKind')}>
      <header className="panel-head">
        <h2>{t('day.byKind')}</h2>
      </header>
      <div className="kinds-bar" aria-hidden="true">
        {byKind.map(({ key, count }, at) => (
          <i key={key} data-shade={at % SHADES} style={{ flexGrow: count }} />
        ))}
      </div>
      <ul className="kinds">
        {byKind.map(({ key, label, count, revenue }, at) => (
          <li key={key}>
            <i className="kinds-mark" data-shade={at % SHADES} aria-hidden="true" />
            <span>{say(label)}</span>
            <strong>{written(count)}</strong>
            <small>{sumsText(revenue)}</small>
          </li>
        ))}
      </ul>
    </section>
  );
}

const SHADES = 4;
