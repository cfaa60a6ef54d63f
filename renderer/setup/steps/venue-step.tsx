/** Setup: connects the venue and verifies its addresses. */
import { useState } from 'react';
import { Dialog } from '../../parts/dialog.tsx';
import { ProblemText } from '../../parts/problem.tsx';
import { useProgress } from '../../state/set-up-progress.ts';
import { setUiState, useApp, useTopic } from '../../state/ui-state.ts';
import { say, t } from '../../words.ts';
import { Checklist } from '../checklist.tsx';
import { useAddressChecks } from '../connect/address-checks.tsx';
import { ConnectForm } from '../connect/connect-form.tsx';
import { Question } from './question.tsx';

export function VenueStep() {
  const app = useApp();
  const venues = Object.values(useTopic('venues'));
  const { state } = useProgress();
  const [isChanging, setIsChanging] = useState(false);
  const addresses = useAddressChecks(() => setIsChanging(true));
  if (venues.length === 0) return <ConnectForm inSteps onDone={() => undefined} onBack={() => setUiState({ setUp: null })} />;
  return (
    <Question title={state.venue === 'done' ? t('setup.venue.connected') : t('setup.venue.notVerified')}>
      <Checklist
        proofs={[
          ...venues.map(({ id, name, state: isConnected, text }) => ({
            id,
            title: name === id ? t('setup.venue.signedIn') : `${t('setup.venue.signedIn')}: ${name}`,
            text: isConnected === 'connected' ? null : say(text),
            state: isConnected === 'connected' ? ('verified' as const) : ('wrong' as const),
          })),
          ...addresses.proofs,
          ...(app ? [{ id: 'vault', title: t('setup.venue.secrets'), text: say(app.vault.text), state: 'verified' as const }] : []),
        ]}
      />
      {addresses.problem && <ProblemText problem={addresses.problem} spoken />}
      {isChanging && (
        <Dialog title={t('connect.title')} shape="side" onClose={() => setIsChanging(false)}>
          <ConnectForm onDone={() => setIsChanging(false)} />
        </Dialog>
      )}
    </Question>
  );
}
