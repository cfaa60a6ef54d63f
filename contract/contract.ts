/** The doorway: every call from the counter to the bridge, and the state the bridge shows the counter. */

import * as v from 'valibot';
import { ownIsSafe, ServiceAddress } from './address.ts';
import { list } from './bounded-list.ts';
import { AcceptRule, AlertSettings, ScreenSettings, WorkSettings } from './counter-settings.ts';
import {
  CourierOrder,
  Degrees,
  DeliveryAddress,
  DeliveryView,
  DeliveryWebhookView,
  MOST_PARCELS,
  OfferView,
  Parcel,
} from './delivery-view.ts';
import { type DisplayPush, DisplayView, TabletView } from './display-view.ts';
import { DayFigures, FoundOrder, OrderStory } from './history-view.ts';
import { Language } from './language.ts';
import { TextSchema } from './message.ts';
import { MoneyView } from './money-view.ts';
import { LONGEST_ID } from './order-id.ts';
import { ARRANGED_PAPERS, PaperTemplate } from './paper-template.ts';
import {
  BackupSettings,
  DeliveryPickup,
  DeliverySms,
  DeliverySupport,
  DesktopSettings,
  Flavour,
  MOST_PRINTERS,
  MOST_REASONS,
  PosSettings,
  PrinterSettings,
  Settings,
} from './settings.ts';

export * from './address.ts';
export * from './check-words.ts';
export * from './counter-settings.ts';
export * from './delivery-view.ts';
export * from './display-view.ts';
export * from './history-view.ts';
export * from './language.ts';
export * from './message.ts';
export * from './money-view.ts';
export * from './paper-template.ts';
export * from './settings.ts';
export * from './words.ts';

/** A failure that a person can act on. `code` is for programs, `says` for staff, `remedy` for what to do now. */
export const Problem = v.object({ code: v.string(), says: TextSchema, remedy: v.optional(TextSchema) });
export type Problem = v.InferOutput<typeof Problem>;

/** A person of a group order: the name that was told, else the number of a guest; null for what nobody claimed. */
export const PersonView = v.union([v.string(), v.object({ guest: v.nullable(v.number()) })]);
export type PersonView = v.InferOutput<typeof PersonView>;

const ItemView = v.object({
  /** Null where the service told none. */
  name: v.nullable(v.string()),
  count: v.number(),
  options: v.array(v.object({ group: v.string(), value: v.string(), count: v.number() })),
  total: v.nullable(MoneyView),
  /** The group participants whose item this is; empty outside group orders. */
  participants: v.array(PersonView),
});
export type ItemView = v.InferOutput<typeof ItemView>;

/** The four columns of the board, and `ended` for orders that are delivered or rejected (shown for a short time). */
export const Column = v.picklist(['new', 'scheduled', 'preparing', 'ready', 'ended']);
export type Column = v.InferOutput<typeof Column>;

export const ActionName = v.picklist(['accept', 'reject', 'confirm', 'ready', 'delivered']);
export type ActionName = v.InferOutput<typeof ActionName>;

/** One thing staff may do to this order now. Buttons are drawn from this list alone. */
const ActionView = v.object({
  name: ActionName,
  label: TextSchema,
  /** For `accept`: the extra minutes that may be chosen (0 is the usual time). */
  extraMinutes: v.optional(v.array(v.number())),
  /** For `accept`: the minutes that the usual time has on top now (rush mode). */
  usualMinutes: v.optional(v.number()),
  /** For `accept`: the minutes that the venue's own history asks for now, and why. */
  suggested: v.optional(v.object({ minutes: v.number(), says: TextSchema })),
  /** For `ready` at a pharmacy: batch ids must be entered first, in the order's detail. */
  needsBatches: v.optional(v.boolean()),
});

/** Where a document or hand-off stands. `says` is the sentence for staff. `sent`: all bytes were taken, and nothing proves that they were printed. */
const StepView = v.object({
  state: v.picklist(['none', 'waiting', 'working', 'sent', 'confirmed', 'failed']),
  says: TextSchema,
});
export type StepView = v.InferOutput<typeof StepView>;

export const OrderCard = v.object({
  id: v.string(),
  /** Human-readable; may repeat across orders and days. */
  number: v.string(),
  venueId: v.string(),
  venueName: v.string(),
  column: Column,
  kind: v.picklist(['delivery', 'self-delivery', 'takeaway', 'other']),
  /** "Home delivery", "Takeaway", "Own delivery"... */
  kindLabel: TextSchema,
  preorder: v.boolean(),
  /** The service's own word for the order's status. */
  status: v.string(),
  /** The state in words for staff: "Waiting for you", "Accepted", "Rejected by the service: not accepted in time"... */
  statusLabel: TextSchema,
  /** The same in a few words, for a chip; absent where the label is short. */
  statusShort: v.exactOptional(TextSchema),
  customer: v.nullable(v.string()),
  phone: v.nullable(v.string()),
  address: v.nullable(v.string()),
  comment: v.nullable(v.string()),
  items: v.array(ItemView),
  itemCount: v.number(),
  participants: v.array(PersonView),
  /** How many people ordered together; `participants` may name fewer. */
  people: v.number(),
  /** A text or list is longer than a card has room for: `order.detail` has all of it. */
  isCut: v.boolean(),
  /** The items alone, without fees and tip. */
  total: v.nullable(MoneyView),
  /** Items, fees and tip together; null where that cannot be said. */
  toPay: v.nullable(MoneyView),
  cashToCollect: v.nullable(MoneyView),
  noContact: v.boolean(),
  placedAt: v.nullable(v.string()),
  /** When the courier or the consumer comes (ISO UTC); null while the service has not said. */
  pickupAt: v.nullable(v.string()),
  /** For pre-orders: the time the consumer asked for (ISO UTC). */
  preorderFor: v.nullable(v.string()),
  /** When the service rejects the order by itself, on the service's clock; null once decided. */
  deadline: v.nullable(
    v.object({
      at: v.string(),
      of: v.picklist(['accept', 'confirm']),
      totalSeconds: v.number(),
      /** True where nobody said how long this venue has; the usual time is counted then. */
      about: v.optional(v.boolean()),
    }),
  ),
  /** A command on its way; the card shows `says` ("Accepting...") and its buttons wait. */
  pending: v.nullable(
    v.object({
      action: v.string(),
      says: TextSchema,
      since: v.string(),
      /** Until when it waits here and can be taken back (ISO UTC, the service's clock); null once it cannot. */
      undoUntil: v.nullable(v.string()),
    }),
  ),
  /** What went wrong with this order, newest first, in words. */
  trouble: v.array(Problem),
  /** What staff may do now, in the order the buttons stand. Empty while a command is pending. */
  actions: v.array(ActionView),
  ticket: StepView,
  labels: StepView,
  till: StepView,
  /** The courier of this order, as far as the service told; null before. */
  courier: v.nullable(v.object({ state: v.picklist(['approaching', 'picked-up']), at: v.nullable(v.string()) })),
  /** Which participants' bags are checked off, by their place in `participants`. */
  checked: v.array(v.number()),
  /** True while staff have not seen that the order was cancelled under their hands. */
  stopped: v.boolean(),
  /** Of one that is stopped: what became of the slip that tells the kitchen. */
  stopSlip: v.optional(StepView),
  /** True until somebody touches a new order: sound and banner go on. */
  alerting: v.boolean(),
  /** True while only notifications told of this order, and its details could not be read. */
  unread: v.boolean(),
  endedAt: v.nullable(v.string()),
});
export type OrderCard = v.InferOutput<typeof OrderCard>;

/** What a card had no room for, every word of it. */
const WholeOrder = v.object({
  ...v.pick(OrderCard, ['customer', 'phone', 'address', 'comment', 'items', 'participants']).entries,
});
export type WholeOrder = v.InferOutput<typeof WholeOrder>;

/** How sure it is that a paper came out: the printer said so; staff did; all of it was taken; it broke off. */
export const PaperProof = v.picklist(['confirmed', 'seen', 'sent', 'uncertain']);
export type PaperProof = v.InferOutput<typeof PaperProof>;

/** Everything beside the main steps: what the service said of the order in full, and what staff may do with it. */
export const OrderDetail = v.object({
  /** Items, fees and tip together; null where that cannot be said. */
  toPay: v.nullable(MoneyView),
  /** Null where the card has everything. */
  whole: v.nullable(WholeOrder),
  /** `said` is false where the service sent nothing at all; a null value is its own "none". `says` stands in for a value that is not there yet. */
  sections: v.array(
    v.object({
      title: TextSchema,
      facts: v.array(
        v.object({
          label: TextSchema,
          value: v.nullable(v.union([v.string(), v.boolean()])),
          said: v.boolean(),
          says: v.optional(TextSchema),
        }),
      ),
    }),
  ),
  rows: v.array(
    v.object({
      row: v.nullable(v.number()),
      name: v.nullable(v.string()),
      count: v.number(),
      unitPrice: v.nullable(MoneyView),
      barcode: v.nullable(v.string()),
      notes: v.array(TextSchema),
    }),
  ),
  /** `why` is null for what is possible now. */
  operations: v.array(v.object({ name: v.string(), label: TextSchema, why: v.nullable(TextSchema) })),
  documents: v.array(v.object({ type: v.string(), label: TextSchema, why: v.nullable(TextSchema), uploaded: v.boolean() })),
  currency: v.nullable(v.string()),
  /** Digits after the decimal point of the currency; null where it is not known, and then amounts cannot be typed. */
  minorDigits: v.nullable(v.number()),
  /** Every paper that went to a printer, oldest first. */
  papers: v.array(
    v.object({
      at: v.string(),
      document: v.string(),
      part: v.number(),
      /** "Kitchen ticket", "Label 2 of 3". */
      label: TextSchema,
      /** Which printer had it; it may be gone from the settings. */
      printerId: v.string(),
      says: TextSchema,
      proof: PaperProof,
    }),
  ),
  /** The papers that can be printed by hand. */
  printable: v.array(v.object({ document: v.string(), label: TextSchema })),
  /** Rows of a pharmacy order whose batch or lot ids "ready" must carry. */
  batchRows: v.array(v.number()),
});
export type OrderDetail = v.InferOutput<typeof OrderDetail>;

const Text = v.pipe(v.string(), v.trim(), v.maxLength(500, 'Use at most 500 characters.'));
const Row = v.pipe(v.number(), v.safeInteger());
const Amount = v.pipe(v.number(), v.minValue(-1_000_000_000_000), v.maxValue(1_000_000_000_000));
const Price = v.object({ amount: v.pipe(Amount, v.integer()), currency: v.pipe(v.string(), v.maxLength(10)) });
const Batches = list(
  v.object({ row: Row, batches: list(v.object({ id: Text, quantity: v.pipe(Amount, v.integer(), v.minValue(1)) }), 100) }),
  500,
);
/** A secret, a code or an address as somebody pastes it. */
const Pasted = v.pipe(v.string(), v.maxLength(4_000, 'This is too long.'));

/** Section 4.2 beside the main steps. Money is in minor units. The limits of section 8 are told by the bridge, in words. */
const OperationInput = v.variant('operation', [
  v.object({ operation: v.literal('pickup-completed') }),
  v.object({ operation: v.literal('courier-at-customer') }),
  v.object({ operation: v.literal('eta'), minutes: Amount }),
  v.object({ operation: v.literal('location'), lat: Amount, lon: Amount, heading: v.nullable(Amount) }),
  v.object({
    operation: v.literal('replace-items'),
    changes: list(
      v.object({
        row: Row,
        replacements: list(
          v.object({
            type: v.picklist([
              'count-change-replacement',
              'menu-item-replacement',
              'reduced-price',
              'weight-change-replacement',
              'adhoc-replacement',
            ]),
            count: v.optional(Amount),
            name: v.optional(Text),
            barcode: v.optional(Text),
            price: v.optional(Price),
            deposit: v.optional(Price),
            weight: v.optional(Amount),
          }),
          20,
        ),
      }),
      500,
    ),
    additions: list(v.object({ row: v.nullable(Row), name: v.optional(Text), barcode: v.optional(Text) }), 100),
  }),
  v.object({
    operation: v.literal('deposits-returned'),
    items: list(v.object({ description: Text, count: Amount, total: Amount, vat: Amount }), 100),
  }),
  v.object({
    operation: v.literal('refund-items'),
    reason: v.picklist(['PRICE_DIFFERENCE', 'QUALITY_ISSUES']),
    refunds: list(v.object({ row: Row, count: Amount, perUnit: Amount, comment: v.nullable(Text) }), 500),
  }),
  v.object({ operation: v.literal('refund-basket'), amount: Amount, reason: Text, vat: Amount }),
]);
export type OperationInput = v.InferOutput<typeof OperationInput>;

const DocumentType = v.picklist([
  'INVOICE',
  'RECEIPT',
  'REFUND',
  'RETURN',
  'ALCOHOL_SALE',
  'INVOICE_CORRECTION',
  'ALCOHOL_SALE_CORRECTION',
  'DELIVERY_NOTE',
]);

export const PrinterView = v.object({
  id: v.string(),
  name: v.string(),
  address: v.string(),
  /** `ready` and `printing`: it said so itself a moment ago. `unconfirmed`: it takes papers and says nothing, so nobody knows what becomes of them. */
  state: v.picklist(['unknown', 'ready', 'printing', 'unconfirmed', 'trouble']),
  says: TextSchema,
  waiting: v.number(),
  /** When the printer last took a paper or a connection, or answered (ISO UTC). */
  lastContactAt: v.nullable(v.string()),
});
export type PrinterView = v.InferOutput<typeof PrinterView>;

export const VenueView = v.object({
  id: v.string(),
  name: v.string(),
  /** For its receipts, as the venue wrote it down. */
  address: v.optional(v.nullable(v.string())),
  flavour: Flavour,
  state: v.picklist(['connected', 'reconnect']),
  says: TextSchema,
  /** Whole days until the refresh token expires if it were never used again. */
  tokenDaysLeft: v.nullable(v.number()),
  /** Whether the service shows the venue as open; null where that is not known. */
  open: v.nullable(v.boolean()),
  /** Whether the service accepts this venue's orders by itself; null where that is not known. */
  acceptedByService: v.nullable(v.boolean()),
  /** The venue's own suggestions for a rejection's text, by code. */
  rejectReasons: v.record(v.string(), v.array(v.string())),
});
export type VenueView = v.InferOutput<typeof VenueView>;

/** Something staff must know that belongs to no order; stays until dismissed or mended. */
export const Notice = v.object({
  id: v.string(),
  level: v.picklist(['info', 'warning', 'error']),
  says: TextSchema,
  remedy: v.nullable(TextSchema),
  at: v.string(),
  dismissible: v.boolean(),
});
export type Notice = v.InferOutput<typeof Notice>;

/** Parts of Settings that other screens lead to. */
export const SettingsPart = v.picklist(['printers', 'till', 'venues', 'webhook']);
export type SettingsPart = v.InferOutput<typeof SettingsPart>;

export const AppView = v.object({
  /** `setup`: nothing is connected. `live`: a venue is connected. `training`: the embedded sandbox. */
  mode: v.picklist(['setup', 'live', 'training']),
  environment: v.picklist(['production', 'development', 'training']),
  /** Service clock minus this machine's clock, ms. Add it to Date.now() before counting down. */
  clockOffsetMs: v.number(),
  /** The service: `says` names the trouble in words, `remedy` what to do about it. `lastContactAt` is the last answer it gave. */
  service: v.object({
    state: v.picklist(['unknown', 'reachable', 'trouble']),
    says: TextSchema,
    remedy: v.optional(v.nullable(TextSchema)),
    lastContactAt: v.nullable(v.string()),
    /** True before the first order: nothing is asked, so no answer is missing. */
    idle: v.optional(v.boolean()),
  }),
  receiver: v.object({
    state: v.picklist(['listening', 'stopped']),
    says: TextSchema,
    url: v.nullable(v.string()),
    /** Whether a webhook secret is stored: without one no notification can be trusted. Null until the vault has been read. */
    hasSecret: v.nullable(v.boolean()),
  }),
  vault: v.object({ kind: v.picklist(['keychain', 'sealed', 'file']), says: TextSchema }),
  /** Null where the printed ticket is the hand-off. `lastContactAt`: when the till last took an order. */
  till: v.nullable(
    v.object({ state: v.picklist(['unknown', 'ready', 'trouble']), says: TextSchema, lastContactAt: v.nullable(v.string()) }),
  ),
  /** Until when the alarm is quiet because somebody asked for it (ISO UTC, the service's clock); null while it may ring. */
  soundPausedUntil: v.nullable(v.string()),
  /** Whether a PIN protects the manager's part, and whether it is open now. `says`: why nobody can be the manager now. */
  access: v.object({ protected: v.boolean(), manager: v.boolean(), says: v.nullable(TextSchema) }),
  /** Loudness of the alarm, percent. */
  volume: v.number(),
  /** Minutes that every accept with the usual time gets on top, and until when; null outside rush mode. */
  rush: v.nullable(v.object({ extraMinutes: v.number(), until: v.string() })),
  /** Orders are accepted by rules until then; null while staff answer each one. */
  autoAccept: v.nullable(v.object({ until: v.string(), rules: v.array(AcceptRule) })),
  /** Where this counter is shown. */
  host: v.picklist(['desktop', 'browser']),
  /** Whether couriers can be ordered here: a merchant is set. */
  couriers: v.boolean(),
  /** How the screens look and which language they speak. */
  screen: v.object({ ...ScreenSettings.entries, language: Language }),
  /** False until somebody, or the first screen, has chosen a language. */
  languageIsChosen: v.boolean(),
  /** Jobs that wait for a person: see diagnostics. */
  failedJobs: v.number(),
  version: v.string(),
});
export type AppView = v.InferOutput<typeof AppView>;

/** All the counter shows, by topic and id. `app` has one entry, id "app". */
export const CounterState = v.object({
  app: v.record(v.string(), AppView),
  orders: v.record(v.string(), OrderCard),
  venues: v.record(v.string(), VenueView),
  printers: v.record(v.string(), PrinterView),
  notices: v.record(v.string(), Notice),
  deliveries: v.record(v.string(), DeliveryView),
});
export type CounterState = v.InferOutput<typeof CounterState>;
export type Topic = keyof CounterState;

/** One entry of the state that changed; a null value means it is gone. */
export type Change = { [T in Topic]: { topic: T; id: string; value: CounterState[T][string] | null } }[Topic];

/**
 * State flows one way: a snapshot first, then patches whose `seq` grows by one.
 * A gap means a new snapshot must be asked for (`state.snapshot`).
 */
export type Push = { push: 'snapshot'; seq: number; state: CounterState } | { push: 'patch'; seq: number; changes: Change[] };

const None = v.optional(v.object({}), {});
/** Names a thing that is here already, or an id that a screen makes for a new one. */
const Id = v.pipe(v.string(), v.minLength(1), v.maxLength(LONGEST_ID));
const OrderRef = v.object({ orderId: Id });
/** An alarm can be ended whatever its order is called: earlier versions took ids of any length that fits into a notification. */
const AnyOrder = v.object({ orderId: v.pipe(v.string(), v.minLength(1), v.maxLength(65_536)) });
const JobRef = v.pipe(v.number(), v.safeInteger());
const Done = v.object({});
/** What became of a paper that was printed at once; `confirmed` by the printer itself, or only sent. */
const Printed = v.object({ says: TextSchema, confirmed: v.boolean() });
const Day = v.pipe(v.string(), v.isoDate('A day such as 2026-11-21'));

const GiveUpReason = v.picklist(['done-by-hand', 'not-needed', 'device-gone']);
export type GiveUpReason = v.InferOutput<typeof GiveUpReason>;

/** What a job in diagnostics looks like. */
export const JobView = v.object({
  id: v.number(),
  kind: TextSchema,
  about: TextSchema,
  orderId: v.nullable(v.string()),
  state: v.string(),
  attempts: v.number(),
  error: v.nullable(TextSchema),
  at: v.string(),
});
export type JobView = v.InferOutput<typeof JobView>;

/** A backup of the database, or a database that was put aside. */
export const BackupView = v.object({
  name: v.string(),
  at: v.string(),
  /** Null where nobody has counted. */
  orders: v.nullable(v.number()),
  megabytes: v.number(),
  aside: v.boolean(),
});
export type BackupView = v.InferOutput<typeof BackupView>;

export const DiagnosticsView = v.object({
  /** Everything outside this app that it talks with: when it last proved to be there. */
  contacts: v.array(
    v.object({
      name: TextSchema,
      address: v.nullable(v.string()),
      says: TextSchema,
      lastContactAt: v.nullable(v.string()),
      /** It takes what it is given and never says what became of it. */
      unconfirmed: v.optional(v.boolean()),
    }),
  ),
  counts: v.array(
    v.object({ name: v.string(), label: TextSchema, count: v.number(), lastAt: v.nullable(v.string()), detail: v.nullable(v.string()) }),
  ),
  jobs: v.array(JobView),
  /** The newest first. */
  backups: v.array(BackupView),
  notifications: v.array(v.object({ id: v.string(), at: v.string(), type: v.string(), about: TextSchema, outcome: TextSchema })),
});
export type DiagnosticsView = v.InferOutput<typeof DiagnosticsView>;

/**
 * Who may make a call while the manager has set a PIN; without one the counter may make every call. `counter`: whoever stands there.
 * `kitchen`: they, and a kitchen display, of the orders that it shows. `manager-for-some`: what is asked for decides.
 *
 * The manager's is whatever changes settings, venues or secrets, shows what settings hold (addresses that may have a key in them), looks
 * through the network, lets somebody in, or takes much out. The work on orders and couriers, printing, the look of the screen, the alarm's
 * pause, a day's figures and the support file stay everybody's: that file has neither secrets nor persons in it, and is wanted most when the
 * manager is not there.
 */
export type Who = 'counter' | 'kitchen' | 'manager' | 'manager-for-some';

/** Every call: who may make it, what goes in, what comes out. A call that is not here does not exist; one that does not say who is nobody's, and does not compile. */
export const calls = {
  /** Sends the screen that asks everything there is; no other screen hears of it. */
  'state.snapshot': { who: 'counter', input: None, output: Done },
  /** A code that lets one more page of this browser in, once: another tab, or a window of its own. */
  'counter.wayIn': { who: 'counter', input: None, output: v.object({ code: v.string() }) },
  /** `stopped`: whether the screen showed the order as cancelled when it was touched; a STOP that came meanwhile has been seen by nobody. */
  'order.touch': { who: 'kitchen', input: v.object({ ...AnyOrder.entries, stopped: v.optional(v.boolean()) }), output: Done },
  'order.accept': {
    who: 'counter',
    /** Null for the usual time: in rush mode that has minutes on top. */
    input: v.object({ orderId: Id, extraMinutes: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(25))) }),
    output: Done,
  },
  'order.reject': {
    who: 'counter',
    input: v.object({
      orderId: Id,
      reason: v.pipe(
        v.string(),
        v.trim(),
        v.minLength(1, 'Write what the consumer should read.'),
        v.maxLength(500, 'Use at most 500 characters.'),
      ),
      code: v.picklist(['GENERIC', 'ITEMS_UNAVAILABLE', 'VENUE_CLOSING_SOON']),
    }),
    output: Done,
  },
  'order.confirm': { who: 'counter', input: OrderRef, output: Done },
  /** Takes back what has not left this computer yet. */
  'order.undo': { who: 'kitchen', input: OrderRef, output: Done },
  /** Checks a participant's bag off, or not; `participant` is a place in `participants`. */
  'order.check': {
    who: 'kitchen',
    input: v.object({ orderId: Id, participant: v.pipe(v.number(), v.safeInteger(), v.minValue(0)), checked: v.boolean() }),
    output: Done,
  },
  'order.ready': { who: 'kitchen', input: v.object({ orderId: Id, batches: v.optional(Batches) }), output: Done },
  'order.detail': { who: 'counter', input: OrderRef, output: OrderDetail },
  /** `requestId` is new for each decision of a person, so that a double touch is one operation. */
  'order.operate': {
    who: 'manager-for-some',
    input: v.object({ orderId: Id, requestId: v.pipe(v.string(), v.minLength(8), v.maxLength(60)), operation: OperationInput }),
    output: Done,
  },
  /** A PDF as base64, of 10 MB at most. Answers once the service has it. */
  'order.uploadDocument': {
    who: 'counter',
    input: v.object({ orderId: Id, type: DocumentType, base64: v.pipe(v.string(), v.maxLength(14_000_000)) }),
    output: Done,
  },
  'order.delivered': { who: 'kitchen', input: OrderRef, output: Done },
  /** Looks for printers on the networks of this computer; takes a few seconds. */
  'printers.find': {
    who: 'manager',
    input: None,
    output: v.object({ found: v.array(v.object({ host: v.string(), port: v.number(), says: TextSchema })) }),
  },
  /** Which printers each item of the last orders goes to, if these were the printers; `sample`: there was no order yet. */
  'printers.whereItems': {
    who: 'counter',
    input: v.object({ printers: list(PrinterSettings, MOST_PRINTERS) }),
    output: v.object({
      items: v.array(v.object({ name: v.nullable(v.string()), category: v.nullable(v.string()), printers: v.array(v.string()) })),
      sample: v.boolean(),
    }),
  },
  /** Prints the numbered sheet by which a printer tells what it is. */
  'printer.sheet': { who: 'counter', input: v.object({ printerId: Id }), output: Printed },
  /** Keeps what the numbers that staff typed from the sheet say of the printer. */
  'printer.learn': {
    who: 'manager',
    input: v.object({ printerId: Id, numbers: v.pipe(v.string(), v.maxLength(500, 'This is too long.')) }),
    output: v.object({ says: TextSchema }),
  },
  'printer.test': { who: 'counter', input: v.object({ printerId: Id }), output: Printed },
  'notice.dismiss': { who: 'counter', input: v.object({ id: v.pipe(v.string(), v.maxLength(300)) }), output: Done },
  /** Addresses that hold a password or a key are told with `HIDDEN` in its place. */
  'settings.get': {
    who: 'manager',
    input: None,
    output: v.object({
      settings: Settings,
      /** Whether the vault has a client secret for the addresses in these settings. */
      hasClientSecret: v.boolean(),
      /** For which addresses the client secret of each environment was entered: it is not sent to others. */
      secretsFor: v.record(
        v.picklist(['production', 'development']),
        v.nullable(v.object({ auth: v.string(), order: v.nullable(v.string()) })),
      ),
      /** `other-address`: the merchant key was entered for another address of the delivery API, and must be entered again. */
      merchantKey: v.picklist(['none', 'kept', 'other-address']),
      webhookSecrets: v.number(),
    }),
  },
  'settings.savePrinters': { who: 'manager', input: v.object({ printers: list(PrinterSettings, MOST_PRINTERS) }), output: Done },
  'settings.savePos': { who: 'manager', input: v.object({ pos: PosSettings }), output: Done },
  'settings.saveWebhookSecret': {
    who: 'manager',
    input: v.object({ secret: v.pipe(Pasted, v.minLength(16, 'A webhook secret has at least 16 characters (128 bits).')) }),
    output: Done,
  },
  /** What staff call the venue; null for the name that the service tells with its first order. */
  'venue.rename': {
    who: 'manager',
    input: v.object({
      venueId: Id,
      name: v.nullable(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(80, 'Use at most 80 characters.'))),
      /** For its receipts; null takes it away. Not given: it stays as it is. */
      address: v.optional(v.nullable(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200, 'Use at most 200 characters.')))),
    }),
    output: Done,
  },
  'venue.setFlavour': { who: 'manager', input: v.object({ venueId: Id, flavour: Flavour }), output: Done },
  /** Lines of text by code; a code without any has the suggestions that come with Tillbridge. */
  'venue.setRejectReasons': {
    who: 'manager',
    input: v.object({
      venueId: Id,
      reasons: v.record(
        v.picklist(['GENERIC', 'ITEMS_UNAVAILABLE', 'VENUE_CLOSING_SOON']),
        list(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(500, 'Use at most 500 characters in a line.')), MOST_REASONS),
      ),
    }),
    output: Done,
  },
  /** Development only (section 4.1): ends the venue's tokens, so that it can be onboarded again. Its orders are kept. */
  'venue.resetIntegration': { who: 'manager', input: v.object({ venueId: Id }), output: Done },
  /** Exchanges an authorization code (section 5, step 3). Secrets travel inwards only and go to the vault. */
  'venue.connect': {
    who: 'manager',
    input: v.object({
      environment: v.picklist(['production', 'development']),
      authUrl: ServiceAddress,
      orderBaseUrl: ServiceAddress,
      deliveryBaseUrl: v.nullable(ServiceAddress),
      clientId: v.pipe(Pasted, v.trim(), v.minLength(1, 'The client id is missing.')),
      /** Null uses the secret that the vault has for these very addresses. */
      clientSecret: v.nullable(v.pipe(Pasted, v.minLength(1, 'The client secret is missing.'))),
      authorizationCode: v.pipe(Pasted, v.trim(), v.minLength(1, 'The authorization code is missing.')),
      redirectUri: v.pipe(Pasted, v.trim(), v.minLength(1, 'The redirect address is missing.')),
    }),
    output: v.object({ venueId: v.string() }),
  },
  /** Opens a redirect address (on loopback, or a link that the system hands to the desktop app) and answers with it at once; `venue.awaitCode` then waits for the code. */
  'venue.openRedirect': {
    who: 'manager',
    input: v.object({ via: v.optional(v.picklist(['loopback', 'link']), 'loopback') }),
    output: v.object({ redirectUri: v.string() }),
  },
  'venue.awaitCode': { who: 'manager', input: v.object({ redirectUri: Pasted }), output: v.object({ authorizationCode: v.string() }) },
  'training.start': { who: 'counter', input: None, output: Done },
  'training.leave': { who: 'counter', input: None, output: Done },
  'training.order': {
    who: 'counter',
    input: v.object({ kind: v.picklist(['instant', 'takeaway', 'preorder', 'self-delivery', 'group']) }),
    output: Done,
  },
  /** Newest first; `before` is the `place` of the last one shown. An empty text finds every order. */
  'history.search': {
    who: 'counter',
    input: v.object({ typed: v.pipe(v.string(), v.maxLength(200)), before: v.nullable(JobRef) }),
    output: v.object({ orders: v.array(FoundOrder), more: v.boolean() }),
  },
  'history.order': { who: 'counter', input: OrderRef, output: OrderStory },
  /** A day of this computer's calendar. */
  'history.day': { who: 'counter', input: v.object({ day: Day }), output: DayFigures },
  'history.csv': {
    who: 'manager',
    input: v.object({ day: Day, of: v.optional(v.picklist(['orders', 'couriers']), 'orders') }),
    output: v.object({ fileName: v.string(), text: v.string() }),
  },
  'diagnostics.get': { who: 'counter', input: None, output: DiagnosticsView },
  /** A paper of a sample order as this template would print it: a PNG as base64, and its text. */
  'paper.preview': {
    who: 'counter',
    input: v.object({ template: PaperTemplate, document: v.picklist(ARRANGED_PAPERS) }),
    output: v.object({ png: v.string(), text: v.string() }),
  },
  /** Only what is given is changed. */
  'settings.saveDesktop': { who: 'manager', input: v.object({ desktop: v.partial(DesktopSettings) }), output: Done },
  /** What the browser or the computer speaks ("de-AT"), the most wanted first: holds where nobody has chosen a language yet. */
  'screen.prefer': {
    who: 'counter',
    input: v.object({ languages: v.pipe(v.array(v.pipe(v.string(), v.maxLength(35))), v.maxLength(20)) }),
    output: Done,
  },
  'settings.saveScreen': { who: 'counter', input: v.object({ screen: v.partial(ScreenSettings) }), output: Done },
  /** Opens the manager's part for ten minutes. */
  'access.enter': {
    who: 'counter',
    input: v.object({ pin: v.pipe(v.string(), v.minLength(1, 'Enter the PIN.'), v.maxLength(200)) }),
    output: Done,
  },
  'access.leave': { who: 'manager', input: None, output: Done },
  /** Null takes the PIN away. */
  'access.setPin': {
    who: 'manager',
    input: v.object({ pin: v.nullable(v.pipe(v.string(), v.regex(/^\d{4,12}$/, 'Use 4 to 12 digits.'))) }),
    output: Done,
  },
  /** Tries everything that an order needs; nothing reaches a customer. Takes up to half a minute. */
  'drill.run': {
    who: 'counter',
    input: None,
    output: v.object({
      steps: v.array(
        v.object({
          id: v.string(),
          name: TextSchema,
          ok: v.boolean(),
          /** Nothing failed, and nothing proves that it worked. */
          unsure: v.optional(v.boolean()),
          says: TextSchema,
          remedy: v.nullable(TextSchema),
          /** The part of Settings in which it is mended; null where it is not mended there. */
          mendedIn: v.nullable(SettingsPart),
        }),
      ),
      tookMs: v.number(),
    }),
  },
  /** What a courier to this address costs and when he is there; orders nobody. */
  'courier.offer': {
    who: 'counter',
    input: v.object({
      /** Empty where no venue is connected: couriers then come to the place that is named in the settings. */
      venueId: v.pipe(v.string(), v.maxLength(100)),
      address: DeliveryAddress,
      scheduledTime: v.nullable(v.pipe(v.string(), v.isoTimestamp())),
      minPreparationMinutes: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(60))),
      parcels: list(Parcel, MOST_PARCELS),
    }),
    output: OfferView,
  },
  /** From which of the merchant's venues a courier could bring it, the service's first choice first. */
  'courier.venues': {
    who: 'counter',
    input: v.object({
      place: Degrees,
      address: v.pipe(v.string(), v.maxLength(500, 'Use at most 500 characters.')),
      scheduledTime: v.nullable(v.pipe(v.string(), v.isoTimestamp())),
    }),
    output: v.object({
      venues: v.array(
        v.object({
          venueId: v.string(),
          name: v.string(),
          fee: v.nullable(MoneyView),
          pickupMinutes: v.nullable(v.number()),
          totalMinutes: v.nullable(v.number()),
        }),
      ),
    }),
  },
  'courier.order': { who: 'counter', input: CourierOrder, output: Done },
  'courier.cancel': {
    who: 'counter',
    input: v.object({ id: Id, reason: v.pipe(v.string(), v.trim(), v.minLength(1, 'Write why.'), v.maxLength(300)) }),
    output: Done,
  },
  /** What was asked for with a delivery, to order the same once more. */
  'courier.wish': {
    who: 'counter',
    input: v.object({ id: Id }),
    output: v.object({
      ...v.pick(CourierOrder, ['venueId', 'recipient', 'comment', 'pickupComment', 'orderNumber', 'isNoContact', 'tip', 'handshake'])
        .entries,
      address: DeliveryAddress,
      parcels: v.array(Parcel),
      /** Digits after the decimal point of its amounts; null where that is not known. */
      minorDigits: v.nullable(v.number()),
    }),
  },
  /** Somebody found out that a delivery whose answer was lost was never ordered. News of the service opens it again. */
  'courier.close': { who: 'counter', input: v.object({ id: Id }), output: Done },
  /** Prints the slip of a delivery at once: where courier slips go, else on the first printer. */
  'courier.slip': { who: 'counter', input: v.object({ id: Id }), output: Printed },
  'courier.areas': {
    who: 'counter',
    input: None,
    output: v.object({
      areas: v.array(v.object({ name: v.string(), ring: v.array(v.object({ lat: v.number(), lon: v.number() })) })),
      /** How far from the venue couriers go at most; null where nobody said. */
      radiusMetres: v.nullable(v.number()),
    }),
  },
  /** Where couriers come to when they are ordered without a venue of the service; null: as its venues. */
  'settings.saveDeliveryPickup': { who: 'manager', input: v.object({ pickup: v.nullable(DeliveryPickup) }), output: Done },
  /** Whom customers of couriers ask, what they read on the telephone (null leaves it to the service), whether slips print by themselves, and what was agreed with the operator. */
  'settings.saveCouriers': {
    who: 'manager',
    input: v.object({
      support: v.nullable(DeliverySupport),
      sms: v.nullable(DeliverySms),
      slip: v.boolean(),
      priceUnit: v.picklist(['minor', 'major']),
      radiusMetres: v.nullable(v.pipe(Amount, v.minValue(100, 'at least 100'))),
    }),
    output: Done,
  },
  /** The addresses to which the service tells the steps of couriers (section 4.4, webhook management). */
  'webhooks.list': { who: 'manager', input: None, output: v.object({ webhooks: v.array(DeliveryWebhookView) }) },
  /** Makes a secret, keeps it in the vault, and then tells the service; nobody sees it. */
  'webhooks.create': {
    who: 'manager',
    input: v.object({ url: v.pipe(Pasted, v.trim(), v.url('An address such as https://till.example.test/deliveries')) }),
    output: Done,
  },
  /** What is left out stays as it is. */
  'webhooks.change': {
    who: 'manager',
    input: v.object({
      id: Id,
      disabled: v.optional(v.boolean()),
      events: v.optional(v.pipe(list(Id, 100), v.minLength(1, 'Choose at least one event, or turn the address off.'))),
      newSecret: v.optional(v.boolean()),
    }),
    output: Done,
  },
  'webhooks.delete': { who: 'manager', input: v.object({ id: Id }), output: Done },
  /** The merchant of the delivery API. Secrets travel inwards only; null keeps what the vault has. */
  'settings.saveMerchant': {
    who: 'manager',
    input: v.object({
      merchantId: v.nullable(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(500, 'Use at most 500 characters.'))),
      key: v.nullable(v.pipe(Pasted, v.minLength(1))),
      webhookSecret: v.nullable(v.pipe(Pasted, v.minLength(16, 'A webhook secret has at least 16 characters (128 bits).'))),
    }),
    output: Done,
  },
  /** A second copy of every backup on another disk, or none. */
  'settings.saveBackup': { who: 'manager', input: v.object({ backup: BackupSettings }), output: Done },
  /** Makes a backup of the database now. Answers once it counts as one. */
  'backup.make': { who: 'counter', input: None, output: v.object({ says: TextSchema }) },
  /** Lets tablets of the venue's network in, or sends all of them away. */
  'displays.allow': { who: 'manager', input: v.object({ on: v.boolean() }), output: Done },
  /** Lets one tablet in, once: by its address, the QR code of it (a data: address of a picture), or the code typed into the page there. */
  'displays.pair': {
    who: 'manager',
    input: v.object({
      view: DisplayView,
      name: v.pipe(v.string(), v.trim(), v.minLength(1, 'Give the tablet a name.'), v.maxLength(40, 'Use at most 40 characters.')),
    }),
    output: v.object({ url: v.string(), code: v.string(), qr: v.string(), validSeconds: v.number() }),
  },
  /** `trouble`: why none can come in although they may. */
  'displays.list': { who: 'counter', input: None, output: v.object({ tablets: v.array(TabletView), trouble: v.nullable(Problem) }) },
  /** Closes what a tablet shows, at once, and makes its key void; null for all of them. */
  'displays.sendAway': { who: 'manager', input: v.object({ id: v.nullable(Id) }), output: Done },
  'settings.saveWork': { who: 'manager-for-some', input: v.object({ work: v.partial(WorkSettings) }), output: Done },
  'settings.saveAlerts': {
    who: 'manager',
    input: v.object({
      alerts: v.pipe(
        v.partial(AlertSettings),
        v.forward(
          ownIsSafe(
            ({ webhook_url }) => webhook_url,
            ({ plain_http }) => plain_http === true,
          ),
          ['webhook_url'],
        ),
      ),
    }),
    output: Done,
  },
  /** Quiet for so many minutes; 0 lets the alarm ring again. */
  'sound.pause': {
    who: 'counter',
    input: v.object({ minutes: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(60)) }),
    output: Done,
  },
  'settings.saveTemplate': { who: 'manager', input: v.object({ template: PaperTemplate }), output: Done },
  /** Prints a paper of an order again, by hand: on the printers that take it, or on the one named. */
  'print.again': {
    who: 'counter',
    input: v.object({
      orderId: Id,
      document: v.picklist(['kitchen-ticket', 'participant-label', 'receipt', 'courier-slip', 'preorder-slip', 'stop-slip']),
      /** Which label, from 0; null for all of them. */
      part: v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
      printerId: v.nullable(Id),
    }),
    output: v.object({ papers: v.number() }),
  },
  /** Somebody has a paper in hand that was sent and never confirmed. */
  'print.seen': {
    who: 'counter',
    input: v.object({
      orderId: Id,
      document: Id,
      /** Which label, from 0; null for all of them. */
      part: v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
      /** On which printer; null for whichever had it. */
      printerId: v.nullable(Id),
    }),
    output: v.object({ papers: v.number() }),
  },
  /** Prints what today's orders came to. */
  'print.dayReport': { who: 'counter', input: v.object({ printerId: Id }), output: Printed },
  /** Gives what waits for one printer to another. */
  'print.move': { who: 'counter', input: v.object({ from: Id, to: Id }), output: v.object({ papers: v.number() }) },
  'job.retry': { who: 'counter', input: v.object({ id: JobRef }), output: Done },
  /** The reasons are a list, so that no name or number of a consumer is typed into what is kept. */
  'job.giveUp': { who: 'counter', input: v.object({ id: JobRef, reason: GiveUpReason }), output: Done },
  /** Everything that support needs, as one file without secrets and without personal data. */
  'diagnostics.bundle': { who: 'counter', input: None, output: v.object({ fileName: v.string(), text: v.string() }) },
} as const satisfies Record<string, { who: Who; input: v.GenericSchema; output: v.GenericSchema }>;

export type CallName = keyof typeof calls;
/** The calls that say this of who may make them. */
export type CallsOf<W extends Who> = { [N in CallName]: (typeof calls)[N]['who'] extends W ? N : never }[CallName];
export type CallInput<N extends CallName> = v.InferInput<(typeof calls)[N]['input']>;
export type CallOutput<N extends CallName> = v.InferOutput<(typeof calls)[N]['output']>;
export type Answer<T> = { ok: true; value: T } | { ok: false; problem: Problem };

/** What the renderer holds, whichever host it runs in. `watch` delivers a snapshot first; it returns its own end. */
export interface Doorway {
  call<N extends CallName>(name: N, input: CallInput<N>): Promise<Answer<CallOutput<N>>>;
  watch(onPush: (push: Push) => void, onLink: (linked: boolean, outside: Outside | null) => void): () => void;
}

/** A page that is not let in, and by whom: it says how one comes in there. */
export type Outside = 'counter' | 'display';

/** Frames of the browser host's WebSocket: the same calls and pushes as over Electron's IPC; displays have pushes of their own. */
export type ClientFrame = { id: number; call: CallName; input: unknown };
export type ServerFrame = AnswerFrame | Push;
export type DisplayFrame = AnswerFrame | DisplayPush<'kitchen'> | DisplayPush<'customer'>;
type AnswerFrame = { id: number; answer: Answer<unknown> };
