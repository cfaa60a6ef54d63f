/** Shown on every screen while the service no longer accepts a venue's access, with a button to reconnect. */
import { useState } from 'react';
import { Dialog } from '../parts/dialog.tsx';
import { Icon } from '../parts/icons.tsx';
import { ConnectForm } from '../setup/connect/connect-form.tsx';
import { useApp, useTopic } from '../state/counter.ts';
import { say, t } from '../words.ts';
import './strips.css';

export function ReconnectStrip() {
  const venues = Object.values(useTopic('venues')).filter(({ state }) => state === 'reconnect');
  const training = useApp()?.mode === 'training';
  /** The name of the venue whose form is open. */
  const [connecting, setConnecting] = useState<string | null>(null);
  const end = () => setConnecting(null);
  if (training) return null;
  return (
    <>
      {venues.map(({ id, name, text }) => (
        <div key={id} className="strip strip-lost" role="alert">
          <Icon name="plug" />
          <p>
            <strong>{name}</strong> {say(text)}
          </p>
          <button type="button" className="button" aria-label={t('settings.reconnectNamed', { name })} onClick={() => setConnecting(name)}>
            {t('settings.reconnect')}
          </button>
        </div>
      ))}
      {connecting !== null && (
        <Dialog title={t('settings.reconnectNamed', { name: connecting })} shape="side" onClose={end}>
          <ConnectForm onDone={end} />
        </Dialog>
      )}
    </>
  );
}
