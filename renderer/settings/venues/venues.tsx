import { useState } from 'react';
import type { VenueView } from '../../../contract/contract.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Choices } from '../../parts/form/field.tsx';
import { Icon } from '../../parts/icons.tsx';
import { showLastChange } from '../../parts/last-change.ts';
import { ProblemText } from '../../parts/problem.tsx';
import { useCall } from '../../parts/use-call.ts';
import { SaleMenu } from '../../sale/sale-menu.tsx';
import { openText } from '../../sale/today.tsx';
import { Checklist } from '../../setup/checklist.tsx';
import { useAddressChecks } from '../../setup/connect/address-checks.tsx';
import { ConnectForm } from '../../setup/connect/connect-form.tsx';
import { useApp, useTopic } from '../../state/ui-state.ts';
import { say, t } from '../../words.ts';
import { RejectReasons } from './reject-reasons.tsx';
import { VenueName } from './venue-name.tsx';

type Flavour = VenueView['flavour'];
const FLAVOURS = ['device-free', 'advanced'] as const satisfies readonly Flavour[];

export function Venues() {
  const venues = Object.values(useTopic('venues'));
  const training = useApp()?.mode === 'training';
  /** Title of the open connection form; null if none is open. */
  const [connecting, setConnecting] = useState<string | null>(null);
  const [connected, setConnected] = useState(false);
  const connect = (title: string) => {
    setConnected(false);
    setConnecting(title);
  };
  const addresses = useAddressChecks(() => connect(t('connect.title')));
  return (
    <section className="settings-parts" data-part="venues" aria-label={t('settings.venues')}>
      {venues.length === 0 && <p>{t('settings.noVenues')}</p>}
      <ul className="rows">
        {venues.map((venue) => (
          <li key={venue.id}>
            <Venue venue={venue} onReconnect={training ? null : () => connect(t('settings.reconnectNamed', { name: venue.name }))} />
          </li>
        ))}
      </ul>
      <p role="status">{connected && t('connect.done')}</p>
      {!training && addresses.proofs.length > 0 && <Checklist proofs={addresses.proofs} />}
      {addresses.problem && <ProblemText problem={addresses.problem} />}
      {!training && (
        <button type="button" className="button" onClick={() => connect(t('connect.title'))}>
          <Icon name="plus" />
          {t('settings.connectAnother')}
        </button>
      )}
      {connecting !== null && (
        <Dialog title={connecting} shape="side" onClose={() => setConnecting(null)}>
          <ConnectForm
            onDone={() => {
              setConnecting(null);
              setConnected(true);
            }}
          />
        </Dialog>
      )}
    </section>
  );
}

/** `onReconnect`: null in training, where there's nothing to connect to. */
function Venue({ venue, onReconnect }: { venue: VenueView; onReconnect: (() => void) | null }) {
  const { run, problem } = useCall('venue.setFlavour');
  const reset = useCall('venue.resetIntegration');
  const put = (flavour: Flavour) => run({ venueId: venue.id, flavour });
  const turn = async (flavour: Flavour) => {
    const before = venue.flavour;
    if (await put(flavour))
      showLastChange({ text: () => `${t('settings.flavour')} ${t(`settings.flavours.${flavour}`)}`, undo: () => put(before) });
  };
  const inDevelopment = useApp()?.environment === 'development';
  const isOpen = openText(venue);
  return (
    <div className="row">
      <Icon name="plug" />
      <p className="row-words">
        <strong>{venue.name}</strong>
        <span className="row-state" data-state={venue.verified ? 'ready' : venue.state === 'connected' ? 'unconfirmed' : 'trouble'}>
          {say(venue.text)}
        </span>
        {isOpen !== null && <span>{isOpen}</span>}
        {venue.tokenDaysLeft !== null && <span>{t('status.tokenDays', { days: venue.tokenDaysLeft })}</span>}
      </p>
      {onReconnect && (
        <div className="row-buttons">
          <button
            type="button"
            className={venue.state === 'reconnect' ? 'button fill' : 'button'}
            aria-label={t('settings.reconnectNamed', { name: venue.name })}
            onClick={onReconnect}
          >
            {t('settings.reconnect')}
          </button>
          {inDevelopment && venue.state === 'connected' && (
            <button type="button" className="button" disabled={reset.busy} onClick={() => void reset.run({ venueId: venue.id })}>
              {t('settings.reset')}
            </button>
          )}
        </div>
      )}
      <Choices<Flavour>
        legend={t('settings.flavour')}
        name={`flavour-${venue.id}`}
        chosen={venue.flavour}
        onChoose={(flavour) => void turn(flavour)}
        options={FLAVOURS.map((value) => ({ value, label: t(`settings.flavours.${value}`) }))}
      />
      {problem && <ProblemText problem={problem} spoken />}
      {reset.problem && <ProblemText problem={reset.problem} spoken />}
      <SaleMenu venue={venue} />
      <VenueName venue={venue} />
      <RejectReasons venue={venue} />
    </div>
  );
}
