/** The line while the service rejects a venue's access, with a button to reconnect. */
import { CAUSE } from '../../contract/contract.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Icon } from '../parts/icons.tsx';
import type { StatusLine } from '../parts/line.ts';
import { RANK } from '../parts/lines.ts';
import { ConnectForm } from '../setup/connect/connect-form.tsx';
import { setUiState, useApp, useTopic, useUiState } from '../state/ui-state.ts';
import { say, t } from '../words.ts';
import './strips.css';

export function useReconnectLines(): StatusLine[] {
  const venues = Object.values(useTopic('venues')).filter(({ state }) => state === 'reconnect');
  const training = useApp()?.mode === 'training';
  if (training) return [];
  return venues.map(({ id, name, text }) => {
    const drawn = (
      <div key={id} className="strip strip-lost" role="alert">
        <Icon name="plug" />
        <p>
          <strong>{name}</strong> {say(text)}
        </p>
        <button
          type="button"
          className="button"
          aria-label={t('settings.reconnectNamed', { name })}
          onClick={() => setUiState({ reconnecting: name })}
        >
          {t('settings.reconnect')}
        </button>
      </div>
    );
    return { cause: CAUSE.reconnect(id), rank: RANK.reconnect, drawn };
  });
}

export function ReconnectDialog() {
  const name = useUiState(({ reconnecting }) => reconnecting);
  const end = () => setUiState({ reconnecting: null });
  if (name === null) return null;
  return (
    <Dialog title={t('settings.reconnectNamed', { name })} shape="side" onClose={end}>
      <ConnectForm onDone={end} />
    </Dialog>
  );
}
