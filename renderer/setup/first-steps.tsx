/** Remaining setup steps, above the board while it's empty; later in the menu. */
import { CAUSE } from '../../contract/contract.ts';
import { Icon } from '../parts/icons.tsx';
import type { StatusLine } from '../parts/line.ts';
import { RANK } from '../parts/lines.ts';
import { noteSetUpStep, useProgress } from '../state/set-up-progress.ts';
import { SET_UP_STEPS, setUiState, useApp, useTopic, useUiState } from '../state/ui-state.ts';
import { t } from '../words.ts';
import './first-steps.css';

export function useFirstSteps(): StatusLine[] {
  const mode = useApp()?.mode;
  const isOnBoard = useUiState(({ screen, setUp }) => screen === 'board' && setUp === null);
  const { state, next, count, isPutAway } = useProgress();
  const orders = Object.keys(useTopic('orders')).length;
  if (mode !== 'live' || !isOnBoard || orders > 0 || next === null || isPutAway) return [];
  const drawn = (
    <section className="first-steps" aria-label={t('first.title')}>
      <Icon name="cap" />
      <p>
        <strong>{t('setup.doneOf', { done: count, of: SET_UP_STEPS.length })}</strong>
        <span>{t(state[next] === 'saved' ? 'setup.nextNotTested' : 'setup.nextIs', { step: t(`setup.steps.${next}`) })}</span>
      </p>
      <button type="button" className="button quiet" onClick={() => noteSetUpStep('put-away')}>
        {t('first.hide')}
      </button>
      <button type="button" className="button tonal" onClick={() => setUiState({ setUp: next })}>
        {t('setup.resume')}
      </button>
    </section>
  );
  return [{ cause: CAUSE.setUp, rank: RANK.setUp, drawn }];
}
