/** The other screens of the venue: a kitchen display and a screen for waiting customers, in windows of this computer or on tablets. */
import { useEffect, useState } from 'react';
import type { CallOutput, DisplayView } from '../../preload/contract.ts';
import { ProblemText } from '../parts/problem.tsx';
import { useCall } from '../parts/use-call.ts';
import { call } from '../state/link.ts';
import { words } from '../words.ts';

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
      {tablets && (
        <div className="form-pair">
          {VIEWS.map((view) => (
            <Address key={view} view={view} />
          ))}
        </div>
      )}
    </section>
  );
}

const LOOK_AGAIN_MS = 1_000;

/** The way in for a tablet: scanned, or typed. */
function Address({ view }: { view: DisplayView }) {
  const [address, setAddress] = useState<CallOutput<'displays.address'>['address']>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const ask = async () => {
      const answer = await call('displays.address', { view });
      // The door opens a moment after it was allowed to.
      if (answer.ok && answer.value.address) setAddress(answer.value.address);
      else timer = setTimeout(ask, LOOK_AGAIN_MS);
    };
    void ask();
    return () => clearTimeout(timer);
  }, [view]);
  if (!address) return null;
  return (
    <figure className="tablet">
      <img src={address.qr} alt={said.qr(said[view])} />
      <figcaption>
        <strong>{said[view]}</strong>
        <code>{address.url}</code>
      </figcaption>
    </figure>
  );
}
