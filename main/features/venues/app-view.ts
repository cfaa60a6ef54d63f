/** How the counter stands with the service, as screens show it: the way there, the way back, and the venues. */
import type { AppView } from '../../../contract/contract.ts';
import { message } from '../../../contract/message.ts';
import { venueSettings } from '../../settings/settings.ts';
import { ownTimeZone } from '../../time/time-text.ts';
import type { Context } from '../context.ts';

const timeZone = ownTimeZone();

export function venuesView(given: Context) {
  const { settings, store, mode, addresses, secrets, version } = given;
  const venues = store.venues.all();
  const names = venues.map(({ id, name }) => venueSettings(settings.get(), id).name ?? name ?? '');
  const isTraining = mode === 'training';
  return {
    venue: names.filter(Boolean).join(', '),
    severalVenues: venues.length > 1,
    mode: isTraining ? 'training' : venues.length > 0 ? 'live' : 'setup',
    environment: isTraining ? 'training' : settings.get().service.environment,
    timeZone,
    service: serviceView(given),
    addresses: addresses.view(),
    receiver: receiverView(given),
    vault: secrets.view(),
    version,
  } satisfies Partial<AppView>;
}

function serviceView({ contact, addresses, store, time: { service: clock } }: Context): AppView['service'] {
  const { state, says, remedy, at } = contact.view();
  const { readOnly } = store;
  if (readOnly) return { state: 'trouble', says: readOnly.says, remedy: readOnly.remedy, lastContactAt: null, idle: false };
  const venues = store.venues.all();
  const connected = new Set(venues.flatMap((venue) => (venue.state === 'connected' ? [venue.id] : [])));
  // What there is to ask of: without it an old answer is no sign of anything.
  const idle = ![...store.orders.open(), ...store.orders.endedSince(0, 1).flatMap((id) => store.orders.get(id) ?? [])].some(({ order }) =>
    connected.has(order.venueId),
  );
  // Told, not guessed from what the last call met: nobody may have called since.
  const wrong = addresses.view().find((address) => address.name === 'order' && address.state === 'wrong');
  if (wrong) return { state: 'trouble', says: wrong.says, remedy: wrong.remedy, lastContactAt: at === null ? null : clock.iso(at), idle };
  const isCutOff = venues.length > 0 && connected.size === 0 && state !== 'trouble';
  return {
    state,
    says: isCutOff ? message('venue.nothingUntilReconnect') : says,
    remedy,
    lastContactAt: at === null ? null : clock.iso(at),
    idle,
  };
}

function receiverView({ receiver, signatures, secrets, store, time: { service: clock } }: Context): AppView['receiver'] {
  const view = receiver.view();
  const wrong = view.state === 'listening' ? signatures.view() : ({ are: 'none' } as const);
  const refuses = wrong.are === 'all';
  const says = refuses ? message('webhook.otherSecret') : view.says;
  const alsoRefuses = wrong.are === 'some' ? { count: wrong.count, since: clock.iso(wrong.since) } : null;
  const provedAt = store.proofs.at('webhook-secret', '');
  const proved = provedAt === null ? null : clock.iso(provedAt);
  return { ...view, says, hasSecret: secrets.hasWebhookSecret(), provedAt: proved, refuses, alsoRefuses };
}
