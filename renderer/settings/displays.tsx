/** The other screens of the venue: a kitchen display and a screen for customers, in windows of this computer or on tablets. */
import type { DisplayView } from '../../contract/contract.ts';
import { ProblemText } from '../parts/problem.tsx';
import { useCall } from '../parts/use-call.ts';
import { words } from '../words.ts';
import { Tablets } from './tablets.tsx';

const said = words.settings.displays;
const VIEWS: readonly DisplayView[] = ['kitchen', 'customer'];

export function Displays({ tablets, onSaved }: { tablets: boolean; onSaved: () => Promise<void> }) {
  const allow = useCall('displays.allow');
  return (
    <section className="part" aria-label={said.title}>
      <h2>{said.title}</h2>
      <p className="page-note">{said.why}</p>
      <div className="form-pair">
        {VIEWS.map((view) => (
          <button key={view} type="button" className="button" onClick={() => window.open(`?view=${view}`)}>
            {said[view]}
          </button>
        ))}
      </div>
      <label className="choice">
        <input
          type="checkbox"
          checked={tablets}
          disabled={allow.busy}
          onChange={({ target }) => void allow.run({ on: target.checked }).then((done) => (done ? onSaved() : undefined))}
        />
        <span>
          <strong>{said.tablets}</strong>
          <small>{said.tabletsWhy}</small>
        </span>
      </label>
      {allow.problem && <ProblemText problem={allow.problem} spoken />}
      {tablets && <Tablets />}
    </section>
  );
}
