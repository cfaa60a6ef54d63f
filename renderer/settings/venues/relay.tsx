/** The relay through which a counter behind a router receives: its proof, another code, and the way from it. */
import { useState } from 'react';
import { Dialog } from '../../parts/dialog.tsx';
import { DangerEnd } from '../../parts/form/danger-end.tsx';
import { useCall } from '../../parts/use-call.ts';
import { RelayJoin } from '../../setup/connect/relay-join.tsx';
import { useRelayProof } from '../../setup/connect/relay-proof.ts';
import { Proofs } from '../../setup/proof.tsx';
import { useApp } from '../../state/counter.ts';
import { words } from '../../words.ts';
import { ManagedState } from '../managed.tsx';

const said = words.settings.relay;

export function Relay({ onSaved }: { onSaved: () => Promise<void> }) {
  const app = useApp();
  const relay = app?.relay ?? null;
  const proof = useRelayProof();
  const [joining, setJoining] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const isForm = relay === null || joining;
  const joined = async () => {
    setJoining(false);
    await onSaved();
  };
  return (
    <section className="part" data-part="relay" aria-label={said.title}>
      <h3>{said.title}</h3>
      <p className="page-note">{said.why}</p>
      {proof && <Proofs proofs={[proof]} />}
      {app?.managed && <ManagedState managed={app.managed} />}
      {isForm ? (
        <RelayJoin onJoined={joined} />
      ) : (
        <div className="form-end">
          <button type="button" className="button quiet" onClick={() => setLeaving(true)}>
            {said.leave}
          </button>
          <button type="button" className="button" onClick={() => setJoining(true)}>
            {said.again}
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
    <Dialog title={said.leaveTitle} onClose={onClose}>
      <p className="dialog-text">{said.leaveWhy}</p>
      <DangerEnd action={leave} keep={said.leaveNo} go={said.leave} onKeep={onClose} onGo={() => void go()} />
    </Dialog>
  );
}
