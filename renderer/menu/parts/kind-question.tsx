/** Restaurant or shop: asked once per venue. */
import type { VenueKind } from '../../../contract/contract.ts';
import { ProblemText } from '../../parts/problem.tsx';
import { useCall } from '../../parts/use-call.ts';
import { entryOf } from '../../state/entry-of.ts';
import { useIsCounter, useTopic } from '../../state/ui-state.ts';
import { t } from '../../words.ts';
import './ends-menu.css';

const KINDS: readonly VenueKind[] = ['restaurant', 'retail', 'full-assortment'];

export function KindQuestion({ venueId, onDone }: { venueId: string; onDone?: (() => void) | undefined }) {
  const name = entryOf(useTopic('venues'), venueId)?.name ?? venueId;
  const isCounter = useIsCounter();
  const { run, busy, problem } = useCall('menu.setKind');
  const choose = async (sells: VenueKind) => {
    if (await run({ venueId, sells })) onDone?.();
  };
  return (
    <section className="kind-question" aria-label={t('menu.kind.title', { name })}>
      <strong>{t('menu.kind.title', { name })}</strong>
      <p className="field-hint">{t('menu.kind.why')}</p>
      {!isCounter && <p>{t('station.onMainScreen')}</p>}
      {(isCounter ? KINDS : []).map((kind) => (
        <button key={kind} type="button" className="button" disabled={busy} onClick={() => void choose(kind)}>
          {kind === 'full-assortment' ? t('menu.kind.full') : t(`menu.kind.${kind}`)}
        </button>
      ))}
      {problem && <ProblemText problem={problem} spoken />}
    </section>
  );
}
