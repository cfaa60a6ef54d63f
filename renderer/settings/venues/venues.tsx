/** The venues: their connection, who accepts their orders, and the way to connect one again or another one. */
import { useState } from 'react';
import type { VenueView } from '../../../contract/contract.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Choices } from '../../parts/form/field.tsx';
import { Icon } from '../../parts/icons.tsx';
import { ProblemText } from '../../parts/problem.tsx';
import { useCall } from '../../parts/use-call.ts';
import { SaleDoors } from '../../sale/doors.tsx';
import { useAddressProofs } from '../../setup/connect/address-proofs.tsx';
import { ConnectForm } from '../../setup/connect/connect-form.tsx';
import { Proofs } from '../../setup/proof.tsx';
import { useApp, useTopic } from '../../state/counter.ts';
import { say, words } from '../../words.ts';
import { tellKept } from '../kept.ts';
import { RejectReasons } from './reject-reasons.tsx';
import { VenueName } from './venue-name.tsx';

const said = words.settings;
type Flavour = VenueView['flavour'];
const FLAVOURS = Object.keys(said.flavours) as Flavour[];

export function Venues() {
  const venues = Object.values(useTopic('venues'));
  const training = useApp()?.mode === 'training';
  /** What the form that is open is for, as its title. */
  const [connecting, setConnecting] = useState<string | null>(null);
  const [connected, setConnected] = useState(false);
  const connect = (title: string) => {
    setConnected(false);
    setConnecting(title);
  };
  const addresses = useAddressProofs(() => connect(words.connect.title));
  return (
    <section className="settings-parts" data-part="venues" aria-label={said.venues}>
      {venues.length === 0 && <p>{said.noVenues}</p>}
      <ul className="rows">
        {venues.map((venue) => (
          <li key={venue.id}>
            <Venue venue={venue} onReconnect={training ? null : () => connect(said.reconnectNamed(venue.name))} />
          </li>
        ))}
      </ul>
      <p role="status">{connected && words.connect.done}</p>
      {!training && addresses.proofs.length > 0 && <Proofs proofs={addresses.proofs} />}
      {addresses.problem && <ProblemText problem={addresses.problem} />}
      {!training && (
        <button type="button" className="button" onClick={() => connect(words.connect.title)}>
          <Icon name="plus" />
          {said.connectAnother}
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

/** `onReconnect` is null where there is nothing to connect to, as in training. */
function Venue({ venue, onReconnect }: { venue: VenueView; onReconnect: (() => void) | null }) {
  const { run, problem } = useCall('venue.setFlavour');
  const reset = useCall('venue.resetIntegration');
  const put = (flavour: Flavour) => run({ venueId: venue.id, flavour });
  const turn = async (flavour: Flavour) => {
    const before = venue.flavour;
    if (await put(flavour)) tellKept({ says: () => `${said.flavour} ${said.flavours[flavour]}`, undo: () => put(before) });
  };
  const inDevelopment = useApp()?.environment === 'development';
  return (
    <div className="row">
      <Icon name="plug" />
      <p className="row-words">
        <strong>{venue.name}</strong>
        <span className="row-state" data-state={venue.proved ? 'ready' : venue.state === 'connected' ? 'unconfirmed' : 'trouble'}>
          {say(venue.says)}
        </span>
        {venue.open !== null && <span>{venue.open ? words.status.open : words.status.closed}</span>}
        {venue.tokenDaysLeft !== null && <span>{words.status.tokenDays(venue.tokenDaysLeft)}</span>}
      </p>
      {onReconnect && (
        <div className="row-buttons">
          <button
            type="button"
            className={venue.state === 'reconnect' ? 'button fill' : 'button'}
            aria-label={said.reconnectNamed(venue.name)}
            onClick={onReconnect}
          >
            {said.reconnect}
          </button>
          {inDevelopment && venue.state === 'connected' && (
            <button type="button" className="button" disabled={reset.busy} onClick={() => void reset.run({ venueId: venue.id })}>
              {said.reset}
            </button>
          )}
        </div>
      )}
      <Choices<Flavour>
        legend={said.flavour}
        name={`flavour-${venue.id}`}
        chosen={venue.flavour}
        onChoose={(flavour) => void turn(flavour)}
        options={FLAVOURS.map((value) => ({ value, label: said.flavours[value] }))}
      />
      {problem && <ProblemText problem={problem} spoken />}
      {reset.problem && <ProblemText problem={reset.problem} spoken />}
      <SaleDoors venue={venue} />
      <VenueName venue={venue} />
      <RejectReasons venue={venue} />
    </div>
  );
}
