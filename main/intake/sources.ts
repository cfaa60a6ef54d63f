/** A source counts as connected only if heard recently. */
import { joinSentences, message } from '../../contract/message.ts';
import { NO_PROOF_AFTER_MS } from '../../contract/relay/wire.ts';
import type { IntakeSource, WebhookSecretView } from '../../contract/views/intake.ts';
import type { Addresses } from '../service/addresses.ts';
import type { ContactKeeper } from '../service/contact.ts';
import type { Store } from '../store/store.ts';
import type { ServiceClock } from '../time/service-clock.ts';
import type { RelayClient, RelayView } from './relay/relay-client.ts';
import type { Receiving } from './webhook/keep-receiving.ts';
import type { WatchedSignatures, WrongSignatures } from './webhook/wrong-signatures.ts';

/** How long the service's answer counts; with known orders it's called more often. */
const VERIFIED_FOR_MS = 15_000;
const NONE_WRONG: WrongSignatures = { are: 'none' };

export interface IntakeParts {
  store: Pick<Store, 'readOnly' | 'venues' | 'orders' | 'verifications'>;
  contact: Pick<ContactKeeper, 'view'>;
  addresses: Pick<Addresses, 'view'>;
  receiver: Pick<Receiving, 'view'>;
  signatures: Pick<WatchedSignatures, 'view'>;
  secrets: { webhookSecretCount(): number | null };
  /** Null if the database is read-only; the relay keeps notifications. */
  relay: Pick<RelayClient, 'view'> | null;
  clock: Pick<ServiceClock, 'iso'>;
  venueName: (venueId: string) => string;
}

export function intakeSources(parts: IntakeParts): IntakeSource[] {
  const relay = parts.relay?.view() ?? null;
  return [pollerSource(parts), receiverSource(parts), ...(relay ? [relaySource(relay, parts.venueName)] : [])];
}

export function webhookSecretView(parts: IntakeParts): WebhookSecretView {
  const { store, secrets, clock } = parts;
  const verifiedAt = store.verifications.at('webhook-secret', '');
  return {
    isSaved: isSecretSaved(parts),
    verifiedAt: verifiedAt === null ? null : clock.iso(verifiedAt),
    isChange: verifiedAt === null && (secrets.webhookSecretCount() ?? 0) > 1,
    isRefused: wrongSignatures(parts).are === 'all',
  };
}

function isSecretSaved({ secrets }: IntakeParts): boolean | null {
  const count = secrets.webhookSecretCount();
  return count === null ? null : count > 0;
}

function pollerSource({ contact, addresses, store, clock }: IntakeParts): IntakeSource {
  const { state, text, hint, at } = contact.view();
  const source = {
    kind: 'poller',
    lastHeardAt: at === null ? null : clock.iso(at),
    verifiedForMs: VERIFIED_FOR_MS,
    text,
    hint,
    short: null,
    address: null,
  };
  const { readOnly } = store;
  if (readOnly) return { ...source, state: 'lost', lastHeardAt: null, text: readOnly.text, hint: readOnly.hint };
  // The last call may have used an earlier address.
  const wrong = addresses.view().find((address) => address.name === 'order' && address.state === 'wrong');
  if (wrong) return { ...source, state: 'lost', text: wrong.text, hint: wrong.hint };
  if (state === 'trouble') return { ...source, state: 'lost' };
  const venues = store.venues.all();
  const connected = new Set(venues.flatMap((venue) => (venue.state === 'connected' ? [venue.id] : [])));
  const known = [...store.orders.open(), ...store.orders.endedSince(0, 1).flatMap((id) => store.orders.get(id) ?? [])];
  // Nothing to ask without an order at a connected venue.
  if (!known.some(({ order }) => connected.has(order.venueId))) {
    const isCutOff = venues.length > 0 && connected.size === 0;
    const reason = isCutOff ? message('venue.nothingUntilReconnect') : text;
    return { ...source, state: 'off', text: reason, short: message('status.idle') };
  }
  return { ...source, state: state === 'reachable' ? 'connected' : 'waiting' };
}

function receiverSource(parts: IntakeParts): IntakeSource {
  const { receiver, store, clock } = parts;
  const { state, text, url } = receiver.view();
  const heardAt = store.verifications.at('receiver', '');
  const source = {
    kind: 'receiver',
    lastHeardAt: heardAt === null ? null : clock.iso(heardAt),
    verifiedForMs: null,
    text,
    hint: null,
    short: message('status.listening'),
    address: url,
  };
  if (state === 'stopped') return { ...source, state: 'lost', short: message('status.stopped') };
  const isSaved = isSecretSaved(parts);
  // Unsigned notifications aren't trusted.
  if (isSaved === false) return { ...source, state: 'lost', short: message('status.noSecret'), text: message('status.noSecretWhy') };
  const wrong = wrongSignatures(parts);
  if (wrong.are === 'all') return { ...source, state: 'lost', short: message('status.refused'), text: message('webhook.otherSecret') };
  if (wrong.are === 'some') {
    const reason = message('status.alsoRefusedWhy', { count: wrong.count, time: { at: clock.iso(wrong.since) } });
    return { ...source, state: 'impaired', short: message('status.alsoRefused'), text: reason };
  }
  if (isSaved === null) return { ...source, state: 'waiting' };
  const { verifiedAt, isChange } = webhookSecretView(parts);
  if (verifiedAt === null) {
    const notTested = message(isChange ? 'setup.orders.newNotTested' : 'setup.orders.notTested');
    return { ...source, state: 'waiting', text: joinSentences(text, notTested) };
  }
  // Behind a router, webhooks arrive only through the relay.
  return { ...source, state: heardAt === null ? 'waiting' : 'connected' };
}

/** Wrong signatures are ignored while the receiver itself fails. */
function wrongSignatures({ receiver, signatures }: IntakeParts): WrongSignatures {
  return receiver.view().state === 'listening' ? signatures.view() : NONE_WRONG;
}

const RELAY_STATES = { connected: 'connected', connecting: 'waiting', trouble: 'lost' } as const;

function relaySource(view: RelayView, venueName: IntakeParts['venueName']): IntakeSource {
  const { address, state, answers, text, hint, lastProofAt, lastNewsAt, refusedVenues } = view;
  const source = { kind: 'relay', answers, lastHeardAt: lastProofAt, verifiedForMs: NO_PROOF_AFTER_MS, lastNewsAt, text, hint, address };
  if (state === 'connected' && refusedVenues.length > 0) {
    const venues = refusedVenues.map(venueName).join(', ');
    const refused = { text: message('relay.venuesNotForwarded', { venues }), hint: message('relay.enterNewCode') };
    return { ...source, ...refused, state: 'lost', short: null };
  }
  return { ...source, state: RELAY_STATES[state], short: state === 'connecting' ? message('status.relayConnecting') : null };
}
