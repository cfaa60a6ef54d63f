/** A venue whose access the service no longer accepts: said on every screen, with the way to connect it again. */
import { useState } from 'react';
import { Dialog } from '../parts/dialog.tsx';
import { Icon } from '../parts/icons.tsx';
import { ConnectForm } from '../setup/connect-form.tsx';
import { useApp, useTopic } from '../state/counter.ts';
import { words } from '../words.ts';
import './strips.css';

export function ReconnectStrip() {
  const venues = Object.values(useTopic('venues')).filter(({ state }) => state === 'reconnect');
  const training = useApp()?.mode === 'training';
  const [connecting, setConnecting] = useState(false);
  const end = () => setConnecting(false);
  if (training) return null;
  return (
    <>
      {venues.map(({ id, name, says }) => (
        <div key={id} className="strip strip-lost" role="alert">
          <Icon name="plug" />
          <p>
            <strong>{name}</strong> {says}
          </p>
          <button type="button" className="button" aria-label={words.settings.reconnectNamed(name)} onClick={() => setConnecting(true)}>
            {words.settings.reconnect}
          </button>
        </div>
      ))}
      {connecting && (
        <Dialog title={words.connect.title} shape="side" onClose={end}>
          <ConnectForm onDone={end} />
        </Dialog>
      )}
    </>
  );
}
