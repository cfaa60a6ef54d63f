import { Icon } from '../parts/icons.tsx';
import { setUiState, useApp, useMay } from '../state/ui-state.ts';
import { t } from '../words.ts';

export function PauseButton() {
  const app = useApp();
  const mayPause = useMay('pause');
  if (!app || app.mode === 'setup' || !mayPause) return null;
  return (
    <button type="button" className="bar-tool bar-pause" aria-haspopup="dialog" onClick={() => setUiState({ pauseOpen: true })}>
      <Icon name="pause" />
      <span className="bar-word">{t('sale.open')}</span>
    </button>
  );
}
