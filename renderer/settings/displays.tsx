/** The other screens of the venue: a kitchen display and a screen for waiting customers, each in a window of its own. */
import { words } from '../words.ts';

const said = words.settings.displays;

export function Displays() {
  return (
    <section className="part" aria-label={said.title}>
      <h2>{said.title}</h2>
      <p className="page-note">{said.why}</p>
      <div className="form-pair">
        {(['kitchen', 'customer'] as const).map((view) => (
          <button key={view} type="button" className="button" onClick={() => window.open(`?view=${view}`)}>
            {said[view]}
          </button>
        ))}
      </div>
    </section>
  );
}
