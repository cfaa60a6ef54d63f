/** The relay for computers behind a router: state, new code, leaving. */
import { useState } from 'react';
import { sourceOf } from '../../../contract/contract.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { DangerEnd } from '../../parts/form/danger-end.tsx';
import { useCall } from '../../parts/use-call.ts';
import { Checklist } from '../../setup/checklist.tsx';
import { useRelayCheck } from '../../setup/connect/relay-check.ts';
import { RelayJoin } from '../../setup/connect/relay-join.tsx';
import { useApp } from '../../state/ui-state.ts';
import { t } from '../../words.ts';
import { ManagedState } from '../managed.tsx';

export function Relay({ onSaved }: { onSaved: () => Promise<void> }) {
  const app = useApp();
  const relay = sourceOf(app, 'relay');
  const proof = useRelayCheck();
  const [joining, setJoining] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const isForm = relay === null || joining;
  const joined = async () => {
    setJoining(false);
    await onSaved();
  };
  return (
    <section className="part" data-part="relay" aria-label={t('settings.relay.title')}>
      <h3>{t('settings.relay.title')}</h3>
      <p className="page-note">{t('settings.relay.why')}</p>
      {proof && <Checklist proofs={[proof]} />}
      {app?.managed && <ManagedState managed={app.managed} />}
      {isForm ? (
        <RelayJoin onJoined={joined} />
      ) : (
        <div className="form-end">
          <button type="button" className="button quiet" onClick={() => setLeaving(true)}>
            {t('settings.relay.leave')}
          </button>
          <button type="button" className="button" onClick={() => setJoining(true)}>
            {t('settings.relay.again')}
          </button>
        </div>
      )}
      {leaving && <Leave onClose={() => setLeaving(false)} onLeft={onSaved} />}
    </section>
  );
}

function Leave({ onClose, onLeft }: { onClose: () => void; onLeft: () => Promise<void> }) {
  const leave = useCall('settings.leaveRelay');
  const go = async () => {
    if (!(await leave.run({}))) return;
    onClose();
    await onLeft();
  };
  return (
    <Dialog title={t('settings.relay.leaveTitle')} onClose={onClose}>
      <p className="dialog-text">{t('settings.relay.leaveWhy')}</p>
      <DangerEnd action={leave} keep={t('settings.relay.leaveNo')} go={t('settings.relay.leave')} onKeep={onClose} onGo={() => void go()} />
    </Dialog>
  );
}
