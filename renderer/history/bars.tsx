/** A list of counts with a bar each, the longest for the most. */

export interface BarRow {
  label: string;
  count: number;
  also?: string;
}

export function Bars({ title, rows }: { title: string; rows: BarRow[] }) {
  const most = Math.max(...rows.map(({ count }) => count), 1);
  if (rows.length === 0) return null;
  return (
    <section className="part" aria-label={title}>
      <h2>{title}</h2>
      <ul className="bars">
        {rows.map(({ label, count, also }) => (
          <li key={label}>
            <span className="bars-label">{label}</span>
            <span className="bars-bar" style={{ inlineSize: `${(count / most) * 100}%` }} aria-hidden="true" />
            <strong>{count}</strong>
            {also && <small>{also}</small>}
          </li>
        ))}
      </ul>
    </section>
  );
}
