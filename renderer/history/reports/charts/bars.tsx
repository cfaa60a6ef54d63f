/** Counts with bars; empty lists aren't drawn. */
import { count as written } from '../numbers.ts';
import './charts.css';

interface BarRow {
  label: string;
  count: number;
  also?: string;
}

interface BarsProps {
  title: string;
  note?: string;
  rows: BarRow[];
  /** Gray instead of colored, for mishaps. */
  isNeutral?: boolean;
}

export function Bars({ title, note, rows, isNeutral }: BarsProps) {
  const most = Math.max(...rows.map(({ count }) => count), 1);
  if (rows.length === 0) return null;
  return (
    <section className="panel" aria-label={title}>
      <header className="panel-head">
        <h2>{title}</h2>
        {note && <span>{note}</span>}
      </header>
      <ul className="bars" data-neutral={isNeutral || undefined}>
        {rows.map(({ label, count, also }) => (
          <li key={label}>
            <span className="bars-label">{label}</span>
            <span className="bars-track" aria-hidden="true">
              <span className="bars-bar" style={{ inlineSize: `${(count / most) * 100}%` }} />
            </span>
            <strong>{written(count)}</strong>
            {also !== undefined && <small>{also}</small>}
          </li>
        ))}
      </ul>
    </section>
  );
}
