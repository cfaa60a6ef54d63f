/** Every call of the counter, answered: its input checked against the contract, its failure a sentence. */

import * as v from 'valibot';
import { type Answer, type CallName, calls as contract, type GiveUpReason, languageFor } from '../../contract/contract.ts';
import { type Message, message } from '../../contract/message.ts';
import { createDayBook } from '../history/day-book.ts';
import { diagnostics, kindLabel } from '../monitor/diagnostics.ts';
import { runDrill } from '../monitor/self-test.ts';
import { supportBundle } from '../monitor/support/support-bundle.ts';
import { makeBackup } from '../monitor/tell-of-backups.ts';
import type { StaffCommand, VenueMode } from '../orders/commands.ts';
import type { DeadlineRules } from '../orders/deadline.ts';
import type { Operation } from '../orders/operations.ts';
import { type CommandTimes, giveCommand, takeBack } from '../outbox/commands.ts';
import { uploadDocument } from '../outbox/documents.ts';
import { giveOperation } from '../outbox/operations.ts';
import type { Press } from '../printing/spool/printer-service.ts';
import type { Spool } from '../printing/spool/spool.ts';
import type { DeliveryApi } from '../service/delivery-api.ts';
import type { OrderApi } from '../service/order-api.ts';
import type { Redirects } from '../service/redirect-listener.ts';
import type { TokenKeeper } from '../service/tokens.ts';
import type { Secrets } from '../settings/secrets.ts';
import { type SettingsKeeper, venueSettings } from '../settings/settings.ts';
import type { Quiet } from '../shift/alarm-pause.ts';
import type { Store } from '../store/store.ts';
import type { BridgeTime } from '../time/time.ts';
import { orderDetail } from '../view/detail.ts';
import type { Feed } from '../view/feed.ts';
import type { Notices } from '../view/notices.ts';
import type { Access } from './access.ts';
import { DONE, type Handlers, type OfTheLink, refuse } from './answers.ts';
import type { Connecting } from './connect.ts';
import { createCourierCalls } from './couriers/calls.ts';
import { createWebhookCalls } from './couriers/webhook-calls.ts';
import { createHistoryCalls } from './history-calls.ts';
import { HIDDEN_PARTS, maskedForScreen, wholeAddress } from './masked-settings.ts';
import { createPaperCalls } from './paper-calls.ts';

/** What the bridge answers; starting and leaving training, and letting tablets in, is the app's. */
export type BridgeCalls = Omit<
  Handlers,
  'training.start' | 'training.leave' | 'training.order' | `displays.${'pair' | 'list' | 'sendAway'}`
>;

const UNKNOWN_VENUE = { code: 'unknown-venue', says: message('this-venue-is-not-known-here') };
const NOT_IN_QUEUE = { code: 'not-in-queue', says: message('this-is-under-way-or-over'), remedy: message('look-again-in-moment') };
const GIVE_UP_REASON: Record<GiveUpReason, Message> = {
  'done-by-hand': message('done-by-hand'),
  'not-needed': message('not-needed-any-more'),
  'device-gone': message('printer-or-till-is-gone'),
};

/** Checks the input of a call and hands it to its handler. Never throws for bad input. */
export async function answerCall(
  handlers: Handlers,
  name: string,
  input: unknown,
  /** Why this person may not make this call now; null when they may. */
  refusalOf: Access['refusal'],
): Promise<Answer<unknown>> {
  if (!Object.hasOwn(contract, name) || !Object.hasOwn(handlers, name))
    return refuse({ code: 'unknown-call', says: message('this-screen-asks-for-something-this') });
  const call = name as Exclude<CallName, OfTheLink>;
  // One word about what is wrong is enough: a list of a million wrong things would make a million.
  const checked = v.safeParse(contract[call].input, input, { abortEarly: true });
  if (!checked.success) return refuse({ code: 'bad-input', says: checked.issues[0].message });
  const refusal = refusalOf(call, checked.output);
  if (refusal) return refuse(refusal);
  const handler = handlers[call] as (input: unknown) => Answer<unknown> | Promise<Answer<unknown>>;
  return handler(checked.output);
}

export function createCalls(rooms: {
  dataDir: string;
  crashFolder: string;
  version: string;
  store: Store;
  time: BridgeTime;
  settings: SettingsKeeper;
  secrets: Secrets;
  tokens: TokenKeeper;
  spool: Spool;
  press: Press;
  feed: Feed;
  notices: Notices;
  modeOf: (venueId: string) => VenueMode;
  deadlineRules: (venueId: string) => DeadlineRules;
  api: OrderApi;
  deliveryApi: DeliveryApi;
  quiet: Quiet;
  access: Access;
  connecting: Connecting;
  sendNotification: (url: string, secret: string, withinMs: number) => Promise<number>;
  /** What the usual time has on top for this order now. */
  usualMinutesOf: (orderId: string) => number;
  /** When this command leaves, and until when it is of any use. */
  timesOf: (orderId: string, command: StaffCommand) => CommandTimes;
  redirects: Redirects;
  /** Tells the screens what is true of the app now. */
  refreshApp: () => void;
  /** Where the receiver of this counter is reached; null while it does not listen. */
  receiverUrl: () => string | null;
}): BridgeCalls {
  const { store, time, settings, secrets, tokens, feed, notices } = rooms;
  const dayBook = createDayBook({ ...rooms, clock: time.service });
  let drilling: ReturnType<typeof runDrill> | null = null;

  const command = (orderId: string, staff: StaffCommand) => {
    const refusal = giveCommand(store, rooms.modeOf, orderId, staff, rooms.timesOf(orderId, staff));
    return refusal ? refuse(refusal) : DONE;
  };

  return {
    ...createPaperCalls({ ...rooms, dayBook }),
    ...createHistoryCalls({ ...rooms, dayBook }),
    ...createCourierCalls(rooms),
    ...createWebhookCalls(rooms),
    async 'settings.saveMerchant'({ merchantId, key, webhookSecret }) {
      if (key !== null && settings.get().service.delivery_base_url === null)
        return refuse({
          code: 'no-address',
          says: message('address-of-delivery-api-is-not'),
          remedy: message('enter-address-with-connection-of-venue'),
        });
      if (key !== null) await secrets.setMerchantKey(key);
      if (webhookSecret !== null) await secrets.addDeliverySecret(webhookSecret);
      settings.change((now) => ({ ...now, service: { ...now.service, merchant_id: merchantId } }));
      return DONE;
    },
    'order.touch': ({ orderId, stopped }) => {
      store.write(() => {
        store.told.silence(orderId);
        // A STOP that came while the touch was on its way is another alarm than the one that was answered.
        const isUnseen = stopped === false && store.orders.get(orderId)?.stage === 'rejected';
        if (!isUnseen && store.orders.silence(orderId)) store.journal.note(orderId, 'touch', '');
      });
      return DONE;
    },
    'order.accept': ({ orderId, extraMinutes }) =>
      command(orderId, { action: 'accept', extraMinutes: extraMinutes ?? rooms.usualMinutesOf(orderId) }),
    'order.reject': ({ orderId, reason, code }) => command(orderId, { action: 'reject', reason, code }),
    'order.undo': ({ orderId }) => {
      const refusal = takeBack(store, orderId, time.monotonic());
      return refusal ? refuse(refusal) : DONE;
    },
    'order.check': ({ orderId, participant, checked }) =>
      store.write(() => {
        const row = store.orders.get(orderId);
        if (!row) return refuse({ code: 'unknown-order', says: message('this-order-is-not-known-here') });
        if (participant >= row.order.participants.length)
          return refuse({ code: 'unknown-bag', says: message('this-order-has-no-such-bag'), remedy: message('look-at-order-it-may-have') });
        store.orders.check(orderId, participant, checked);
        return DONE;
      }),
    'order.confirm': ({ orderId }) => command(orderId, { action: 'confirm' }),
    'order.ready': ({ orderId, batches }) => command(orderId, { action: 'ready', ...(batches ? { batches } : {}) }),
    'order.delivered': ({ orderId }) => command(orderId, { action: 'delivered' }),

    'order.detail': ({ orderId }) => {
      const detail = orderDetail(store, orderId, time.service.iso);
      if (detail) return { ok: true, value: detail };
      return refuse(
        store.told.get(orderId)
          ? { code: 'unread', says: message('details-of-this-order-could-not'), remedy: message('they-appear-here-by-themselves') }
          : { code: 'unknown-order', says: message('this-order-is-not-known-here') },
      );
    },
    'order.operate': ({ orderId, requestId, operation }) => {
      const refusal = giveOperation(store, orderId, withoutUndefined(operation) as Operation, requestId);
      return refusal ? refuse(refusal) : DONE;
    },
    async 'order.uploadDocument'({ orderId, type, base64 }) {
      const refusal = await uploadDocument({ store, api: rooms.api }, orderId, type, Buffer.from(base64, 'base64'));
      return refusal ? refuse(refusal) : DONE;
    },

    'notice.dismiss': ({ id }) => {
      notices.dismiss(id);
      return DONE;
    },

    async 'settings.get'() {
      // Asked first: it says at once when the keychain is locked, where the others wait for it.
      await secrets.clientSecret();
      await rooms.connecting.takenUp();
      const clientSecret = await secrets.clientSecret();
      const [production, development] = [await secrets.clientSecretFor('production'), await secrets.clientSecretFor('development')];
      return {
        ok: true,
        value: {
          settings: maskedForScreen(settings.get()),
          hasClientSecret: clientSecret !== null,
          secretsFor: { production: addressesOf(production), development: addressesOf(development) },
          merchantKey: await secrets.merchantKeyState(),
          webhookSecrets: (await secrets.webhookSecrets()).length,
        },
      };
    },
    'settings.saveDesktop': ({ desktop }) => {
      settings.change((now) => ({ ...now, desktop: { ...now.desktop, ...withoutUndefined(desktop) } }));
      return DONE;
    },
    'screen.prefer': ({ languages }) => {
      const language = languageFor(languages);
      if (language && settings.get().screen.language === null) settings.change((now) => ({ ...now, screen: { ...now.screen, language } }));
      return DONE;
    },
    'settings.saveScreen': ({ screen }) => {
      settings.change((now) => ({ ...now, screen: { ...now.screen, ...withoutUndefined(screen) } }));
      return DONE;
    },
    async 'access.enter'({ pin }) {
      const refusal = await rooms.access.enter(pin);
      return refusal ? refuse(refusal) : DONE;
    },
    'access.leave': () => {
      rooms.access.leave();
      return DONE;
    },
    async 'access.setPin'({ pin }) {
      await rooms.access.setPin(pin);
      return DONE;
    },
    async 'drill.run'() {
      // It prints on every printer: two at once would say no more than one.
      drilling ??= runDrill({
        ...rooms,
        settings: settings.get(),
        webhookSecrets: secrets.webhookSecrets,
        hasClientSecret: async () => (await secrets.clientSecret()) !== null,
        time,
      }).finally(() => {
        drilling = null;
      });
      return { ok: true, value: await drilling };
    },
    'settings.saveBackup': ({ backup }) => {
      settings.change((now) => ({ ...now, backup }));
      return DONE;
    },
    'backup.make': () => makeBackup(store),
    'displays.allow': ({ on }) => {
      settings.change((now) => ({ ...now, counter: { ...now.counter, displays: on } }));
      return DONE;
    },
    'settings.saveWork': ({ work }) => {
      if (work.auto_accept?.rules.some(({ venues }) => venues.some((id) => !store.venues.get(id)))) return refuse(UNKNOWN_VENUE);
      settings.change((now) => ({ ...now, work: { ...now.work, ...withoutUndefined(work) } }));
      return DONE;
    },
    'settings.saveAlerts': ({ alerts }) => {
      const given = withoutUndefined(alerts);
      const kept = settings.get().alerts.webhook_url;
      if (given.webhook_url !== undefined && given.webhook_url !== null) {
        const address = wholeAddress(given.webhook_url, kept);
        if (address === null) return refuse(HIDDEN_PARTS);
        given.webhook_url = address;
      }
      settings.change((now) => ({ ...now, alerts: { ...now.alerts, ...given } }));
      return DONE;
    },
    'sound.pause': ({ minutes }) => {
      rooms.quiet.pause(minutes);
      return DONE;
    },
    'settings.savePos': ({ pos }) => {
      const kept = settings.get().pos;
      const url = pos.kind === 'http' ? wholeAddress(pos.url, kept.kind === 'http' ? kept.url : null) : '';
      if (url === null) return refuse(HIDDEN_PARTS);
      settings.change((now) => ({ ...now, pos: pos.kind === 'http' ? { ...pos, url } : pos }));
      return DONE;
    },
    async 'settings.saveWebhookSecret'({ secret }) {
      await secrets.addWebhookSecret(secret);
      rooms.refreshApp();
      return DONE;
    },
    'venue.rename': ({ venueId, name, address }) => {
      if (!store.venues.get(venueId)) return refuse(UNKNOWN_VENUE);
      const told = { name, ...(address === undefined ? {} : { address }) };
      settings.change((now) => ({ ...now, venues: { ...now.venues, [venueId]: { ...venueSettings(now, venueId), ...told } } }));
      return DONE;
    },
    'venue.setFlavour': ({ venueId, flavour }) => {
      if (!store.venues.get(venueId)) return refuse(UNKNOWN_VENUE);
      settings.change((now) => ({ ...now, venues: { ...now.venues, [venueId]: { ...venueSettings(now, venueId), flavour } } }));
      return DONE;
    },

    'venue.setRejectReasons': ({ venueId, reasons }) => {
      if (!store.venues.get(venueId)) return refuse(UNKNOWN_VENUE);
      settings.change((now) => ({
        ...now,
        venues: { ...now.venues, [venueId]: { ...venueSettings(now, venueId), reject_reasons: reasons } },
      }));
      return DONE;
    },
    async 'venue.resetIntegration'({ venueId }) {
      const { environment, gateway_url: gatewayUrl } = settings.get().service;
      if (environment !== 'development' || gatewayUrl === null) {
        return refuse({
          code: 'development-only',
          says: message('venue-can-be-reset-in-development'),
          remedy: message('set-gateway-url-in-settings-file'),
        });
      }
      if (!store.venues.get(venueId)) return refuse(UNKNOWN_VENUE);
      if (!(await secrets.isForGateway(gatewayUrl))) {
        return refuse({
          code: 'secret-needed',
          says: message('client-secret-that-is-stored-was'),
          remedy: message('connect-venue-again-and-enter-client'),
        });
      }
      const reset = await tokens.resetIntegration(gatewayUrl, venueId);
      return reset.ok ? DONE : refuse({ code: reset.problem.code, says: reset.problem.says });
    },

    'venue.connect': rooms.connecting['venue.connect'],
    async 'venue.openRedirect'({ via }) {
      return { ok: true, value: { redirectUri: await rooms.redirects.open(via) } };
    },
    async 'venue.awaitCode'({ redirectUri }) {
      const code = await rooms.redirects.codeOf(redirectUri);
      if (code === null)
        return refuse({ code: 'no-code', says: message('no-authorization-code-arrived'), remedy: message('start-again-or-paste-code') });
      return { ok: true, value: { authorizationCode: code } };
    },

    'diagnostics.get': () => ({ ok: true, value: diagnostics({ store, feed, clock: time.service }) }),
    async 'diagnostics.bundle'() {
      // Secrets that nobody has asked for yet are known then too; without the vault the file is cleaned by what it says.
      await secrets.readAll([]).catch(() => undefined);
      return { ok: true, value: await supportBundle({ ...rooms, clock: time.service, settings: settings.get() }) };
    },
    'job.retry': ({ id }) => (store.write(() => store.queue.tryNow(id)) ? DONE : refuse(NOT_IN_QUEUE)),
    'job.giveUp': ({ id, reason }) => {
      const given = store.write(() => {
        const job = store.queue.giveUp(id, message('given-up-reason', { reason: GIVE_UP_REASON[reason] }));
        if (job?.orderId)
          store.journal.note(job.orderId, 'given up', message('what-why', { what: kindLabel(job.kind), why: GIVE_UP_REASON[reason] }));
        return job;
      });
      return given ? DONE : refuse(NOT_IN_QUEUE);
    },
  };
}

function addressesOf(origins: { auth: string | null; order: string | null } | null): { auth: string; order: string | null } | null {
  return origins?.auth ? { auth: origins.auth, order: origins.order } : null;
}

/** Fields that a form left out are absent, not undefined. */
function withoutUndefined<T extends object>(given: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return JSON.parse(JSON.stringify(given));
}
