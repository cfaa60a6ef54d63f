import type { Zone } from '../layout/layout.ts';
import { isOrderSource } from '../state/signs.ts';
import { useApp, useMayOfAllVenues, useUiState } from '../state/ui-state.ts';
import { useIsAudible } from '../state/use-is-audible.ts';
import { useSigns } from '../state/use-signs.ts';
import { t } from '../words.ts';
import { MissedToday } from './missed-today.tsx';

/** What a column without orders says. */
export function EmptyColumn({ name }: { name: Zone }) {
  if (name === 'new') return <NothingYet />;
  return (
    <p className="column-empty">
      <strong>{t(`board.empty.${name}.title`)}</strong>
      <span>{t(`board.empty.${name}.hint`)}</span>
    </p>
  );
}

function NothingYet() {
  const mayRead = useMayOfAllVenues('reports');
  return (
    <div className="column-empty">
      <strong>{t('board.empty.new.title')}</strong>
      <WhetherOneComes />
      {mayRead && <MissedToday />}
    </div>
  );
}

/** Promises orders only if they can arrive, and a ring only if the sound works. */
function WhetherOneComes() {
  const isAudible = useIsAudible();
  const signs = useSigns();
  const linked = useUiState((counter) => counter.linked);
  const app = useApp();
  // Stations don't know it.
  const hasSecret = useUiState(({ view }) => view === 'station') || app?.webhookSecret.isSaved === true;
  if (!linked || !hasSecret || signs.some((sign) => isOrderSource(sign) && sign.mood === 'bad'))
    return <span>{t('board.empty.new.mayNotCome')}</span>;
  return <span>{isAudible ? t('board.empty.new.hint') : t('board.empty.new.silent')}</span>;
}
