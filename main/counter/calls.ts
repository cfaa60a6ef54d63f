/** Every call of the counter, answered: its input checked against the contract, its failure a sentence. */
import * as v from 'valibot';
import { type Answer, type CallName, calls as contract, type GiveUpReason, languageFor } from '../../preload/contract.ts';
import type { StaffCommand, VenueMode } from '../orders/commands.ts';
import type { DeadlineRules } from '../orders/deadline.ts';
import type { Operation } from '../orders/operations.ts';
import { type CommandTimes, giveCommand, takeBack } from '../outbox/commands.ts';
import { uploadDocument } from '../outbox/documents.ts';
import { giveOperation } from '../outbox/operations.ts';
import type { Press } from '../printing/press.ts';
import type { Spool } from '../printing/spool.ts';
import type { DeliveryApi } from '../service/delivery-api.ts';
import type { OrderApi } from '../service/order-api.ts';
import type { Redirects } from '../service/redirect-listener.ts';
import type { ServiceClock } from '../service/service-clock.ts';
import type { TokenKeeper } from '../service/tokens.ts';
import type { Secrets } from '../settings/secrets.ts';
import { type SettingsKeeper, venueSettings } from '../settings/settings.ts';
import type { Store } from '../store/store.ts';
import type { Access } from './access.ts';
import { DONE, type Handlers, refuse, refuseAs } from './answers.ts';
import { createCourierCalls } from './couriers/calls.ts';
import { createWebhookCalls } from './couriers/webhook-calls.ts';
import { orderDetail } from './detail.ts';
import { diagnostics, kindLabel } from './diagnostics.ts';
import { runDrill } from './drill.ts';
import type { Feed } from './feed.ts';
import { createHistoryCalls } from './history/calls.ts';
import { createDayBook } from './history/day-book.ts';
import type { Notices } from './notices.ts';
import { createPaperCalls } from './paper-calls.ts';
import type { Quiet } from './quiet.ts';
import { supportBundle } from './support-bundle.ts';
import { makeBackup } from './tell-of-backups.ts';

/** What the bridge answers; starting and leaving training is the app's. */
export type BridgeCalls = Omit<Handlers, 'training.start' | 'training.leave' | 'training.order' | 'displays.address'>;

const NOT_IN_QUEUE = { code: 'not-in-queue', says: 'This is under way or over already.', remedy: 'Look again in a moment.' };
const GIVE_UP_REASON: Record<GiveUpReason, string> = {
  'done-by-hand': 'done by hand',
  'not-needed': 'not needed any more',
  'device-gone': 'the printer or till is gone',
};

/** Checks the input of a call and hands it to its handler. Never throws for bad input. */
export async function answerCall(
  handlers: Handlers,
  name: string,
  input: unknown,
  /** Why this person may not make this call now; null when they may. */
  refusalOf: Access['refusal'],
): Promise<Answer<unknown>> {
  if (!Object.hasOwn(contract, name))
    return refuse({ code: 'unknown-call', says: 'This screen asks for something this Tillbridge does not know. Reload it.' });
  const call = name as CallName;
  const checked = v.safeParse(contract[call].input, input);
  if (!checked.success) return refuse({ code: 'bad-input', says: checked.issues.map((issue) => issue.message).join(' ') });
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
  clock: ServiceClock;
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
  sendNotification: (url: string, secret: string, withinMs: number) => Promise<number>;
  /** The queue's clock. */
  steady: () => number;
  /** What the usual time has on top for this order now. */
  usualMinutesOf: (orderId: string) => number;
  /** When this command leaves, and until when it is of any use. */
  timesOf: (orderId: string, command: StaffCommand) => CommandTimes;
  redirects: Redirects;
  /** Where the receiver of this counter is reached; null while it does not listen. */
  receiverUrl: () => string | null;
}): BridgeCalls {
  const { store, clock, settings, secrets, tokens, feed, notices } = rooms;
  const dayBook = createDayBook(rooms);

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
      if (key !== null) await secrets.setMerchantKey(key);
      if (webhookSecret !== null) await secrets.addDeliverySecret(webhookSecret);
      settings.change((now) => ({ ...now, service: { ...now.service, merchant_id: merchantId } }));
      return DONE;
    },
    'state.snapshot': () => {
      feed.resend();
      return DONE;
    },
    'order.touch': ({ orderId }) => {
      store.write(() => {
        store.told.silence(orderId);
        if (store.orders.silence(orderId)) store.journal.note(orderId, 'touch', '');
      });
      return DONE;
    },
    'order.accept': ({ orderId, extraMinutes }) =>
      command(orderId, { action: 'accept', extraMinutes: extraMinutes ?? rooms.usualMinutesOf(orderId) }),
    'order.reject': ({ orderId, reason, code }) => command(orderId, { action: 'reject', reason, code }),
    'order.undo': ({ orderId }) => {
      const refusal = takeBack(store, orderId, rooms.steady());
      return refusal ? refuse(refusal) : DONE;
    },
    'order.check': ({ orderId, participant, checked }) => {
      store.write(() => store.orders.check(orderId, participant, checked));
      return DONE;
    },
    'order.confirm': ({ orderId }) => command(orderId, { action: 'confirm' }),
    'order.ready': ({ orderId, batches }) => command(orderId, { action: 'ready', ...(batches ? { batches } : {}) }),
    'order.delivered': ({ orderId }) => command(orderId, { action: 'delivered' }),

    'order.detail': ({ orderId }) => {
      const detail = orderDetail(store, orderId, clock.iso);
      if (detail) return { ok: true, value: detail };
      return refuse(
        store.told.get(orderId)
          ? { code: 'unread', says: 'The details of this order could not be read yet.', remedy: 'They appear here by themselves.' }
          : { code: 'unknown-order', says: 'This order is not known here.' },
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
      const clientSecret = await secrets.clientSecret();
      return {
        ok: true,
        value: {
          settings: settings.get(),
          hasClientSecret: clientSecret !== null,
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
      const drill = await runDrill({
        ...rooms,
        settings: settings.get(),
        webhookSecrets: secrets.webhookSecrets,
        hasClientSecret: async () => (await secrets.clientSecret()) !== null,
        now: clock.now,
      });
      return { ok: true, value: drill };
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
      settings.change((now) => ({ ...now, work: { ...now.work, ...withoutUndefined(work) } }));
      return DONE;
    },
    'settings.saveAlerts': ({ alerts }) => {
      settings.change((now) => ({ ...now, alerts: { ...now.alerts, ...withoutUndefined(alerts) } }));
      return DONE;
    },
    'sound.pause': ({ minutes }) => {
      rooms.quiet.pause(minutes);
      return DONE;
    },
    'settings.savePos': ({ pos }) => {
      settings.change((now) => ({ ...now, pos }));
      return DONE;
    },
    async 'settings.saveWebhookSecret'({ secret }) {
      await secrets.addWebhookSecret(secret);
      return DONE;
    },
    'venue.rename': ({ venueId, name, address }) => {
      const told = { name, ...(address === undefined ? {} : { address }) };
      settings.change((now) => ({ ...now, venues: { ...now.venues, [venueId]: { ...venueSettings(now, venueId), ...told } } }));
      return DONE;
    },
    'venue.setFlavour': ({ venueId, flavour }) => {
      settings.change((now) => ({ ...now, venues: { ...now.venues, [venueId]: { ...venueSettings(now, venueId), flavour } } }));
      return DONE;
    },

    'venue.setRejectReasons': ({ venueId, reasons }) => {
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
          says: 'A venue can be reset in the development environment only.',
          remedy: 'Set "gateway_url" in the settings file.',
        });
      }
      const reset = await tokens.resetIntegration(gatewayUrl, venueId);
      return reset.ok ? DONE : refuse({ code: reset.problem.code, says: reset.problem.says });
    },

    async 'venue.connect'(given) {
      settings.change((now) => ({
        ...now,
        service: {
          ...now.service,
          environment: given.environment,
          auth_url: given.authUrl,
          order_base_url: given.orderBaseUrl,
          delivery_base_url: given.deliveryBaseUrl,
          client_id: given.clientId,
        },
      }));
      if (given.clientSecret !== null) await secrets.setClientSecret(given.clientSecret);
      const connected = await tokens.exchangeCode(given.authorizationCode, given.redirectUri);
      if (!connected.ok) return refuseAs(connected.problem);
      notices.clear('connect');
      return { ok: true, value: connected.value };
    },
    async 'venue.openRedirect'({ via }) {
      return { ok: true, value: { redirectUri: await rooms.redirects.open(via) } };
    },
    async 'venue.awaitCode'({ redirectUri }) {
      const code = await rooms.redirects.codeOf(redirectUri);
      if (code === null)
        return refuse({ code: 'no-code', says: 'No authorization code arrived.', remedy: 'Start again, or paste the code.' });
      return { ok: true, value: { authorizationCode: code } };
    },

    'diagnostics.get': () => ({ ok: true, value: diagnostics({ store, feed, clock }) }),
    'diagnostics.bundle': () => ({ ok: true, value: supportBundle({ ...rooms, settings: settings.get() }) }),
    'job.retry': ({ id }) => (store.write(() => store.queue.tryNow(id)) ? DONE : refuse(NOT_IN_QUEUE)),
    'job.giveUp': ({ id, reason }) => {
      const given = store.write(() => {
        const job = store.queue.giveUp(id, `Given up: ${GIVE_UP_REASON[reason]}.`);
        if (job?.orderId) store.journal.note(job.orderId, 'given up', `${kindLabel(job.kind)}: ${GIVE_UP_REASON[reason]}`);
        return job;
      });
      return given ? DONE : refuse(NOT_IN_QUEUE);
    },
  };
}

/** Fields that a form left out are absent, not undefined. */
function withoutUndefined<T extends object>(given: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return JSON.parse(JSON.stringify(given));
}
