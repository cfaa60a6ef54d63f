/** Restaurant or shop: asked once of each venue, before anything is sold out there. */
import type { VenueKind } from '../../../contract/contract.ts';
import { ProblemText } from '../../parts/problem.tsx';
import { useCall } from '../../parts/use-call.ts';
import { useTopic } from '../../state/counter.ts';
import { entryOf } from '../../state/entry-of.ts';
import { words } from '../../words.ts';
import './ends-menu.css';

const KINDS: readonly VenueKind[] = ['restaurant', 'retail', 'full-assortment'];

export function KindQuestion({ venueId, onDone }: { venueId: string; onDone?: (() => void) | undefined }) {
  const said = words.menu.kind;
  const name = entryOf(useTopic('venues'), venueId)?.name ?? venueId;
  const { run, busy, problem } = useCall('menu.setKind');
  const choose = async (sells: VenueKind) => {
    if (await run({ venueId, sells })) onDone?.();
  };
  return (
    <section className="kind-question" aria-label={said.title(name)}>
      <strong>{said.title(name)}</strong>
      <p className="field-hint">{said.why}</p>
      {KINDS.map((kind) => (
        <button key={kind} type="button" className="button" disabled={busy} onClick={() => void choose(kind)}>
          {kind === 'full-assortment' ? said.full : said[kind]}
        </button>
      ))}
      {problem && <ProblemText problem={problem} spoken />}
    </section>
  );
}
