/** A venue on a normal evening: all set up and working. */
import {
  type AppView,
  type IntakeSource,
  joinSentences,
  type ManagedStateView,
  message,
  type Notice,
  type PrinterView,
  type StaffMember,
  type VenueView,
} from '../../../contract/contract.ts';
import { at } from './at.ts';

export const VENUE: VenueView = {
  id: 'venue',
  name: 'Harbour Kitchen',
  address: 'Harbour street 1',
  flavour: 'device-free',
  state: 'connected',
  text: message('service.connected'),
  verified: true,
  tokenDaysLeft: 21,
  open: true,
  acceptedByService: false,
  rejectReasons: {},
};

export const OTHER_VENUE: VenueView = { ...VENUE, id: 'other', name: 'Hill Bakery' };

export const LOST_VENUE: VenueView = {
  ...VENUE,
  state: 'reconnect',
  verified: false,
  text: message('token.accessRevoked'),
  tokenDaysLeft: null,
};

export const STAFF: StaffMember[] = [
  { id: 'anna', name: 'Anna', role: 'manager', asks: 'pin' },
  { id: 'ben', name: 'Ben', role: 'shift-lead', asks: 'badge' },
  { id: 'mia', name: 'Mia', role: 'staff', asks: 'nothing' },
];

const printer = (id: string, name: string, over: Partial<PrinterView> = {}): PrinterView => ({
  id,
  name,
  address: '192.0.2.10:9100',
  state: 'ready',
  text: message('printer.ready'),
  waiting: 0,
  verified: true,
  lastContactAt: at(-4),
  ...over,
});

export const PRINTERS = (): PrinterView[] => [printer('kitchen', 'Kitchen'), printer('labels', 'Labels')];

export const PRINTERS_IN_TROUBLE = (): PrinterView[] => [
  printer('kitchen', 'Kitchen', { state: 'trouble', text: message('printer.outOfPaper'), waiting: 3 }),
  printer('labels', 'Labels', { state: 'unconfirmed', text: message('printer.neverAnswers'), verified: false }),
];

const notice = (id: string, level: Notice['level'], over: Partial<Notice>): Notice => ({
  id,
  level,
  text: '',
  hint: null,
  at: at(-900),
  dismissible: true,
  ...over,
});

export const NOTICES = (): Notice[] => [
  notice('disk', 'error', {
    text: message('database.diskFull'),
    hint: message('file.freeDiskSpace'),
    dismissible: false,
  }),
  notice('copy', 'warning', {
    text: message('backup.secondFolderMissing'),
    hint: joinSentences(
      message('backup.savedInDataFolder'),
      message('file.checkDiskPluggedIn'),
      message('file.chooseAnotherFolder'),
      message('text.retrying'),
    ),
  }),
  notice('restarted', 'info', { text: message('app.crashedAndRestarted') }),
];

export function anApp(over: Partial<AppView> = {}): AppView {
  return {
    venue: 'Harbour Kitchen',
    severalVenues: false,
    mode: 'live',
    environment: 'production',
    clockOffsetMs: 0,
    timeZone: 'Europe/Helsinki',
    intake: INTAKE(),
    webhookSecret: { isSaved: true, verifiedAt: at(-60_000), isChange: false, isRefused: false },
    addresses: [
      {
        name: 'order',
        address: 'https://orders.example.test',
        state: 'verified',
        text: message('service.answersLikeService'),
        hint: null,
        verifiedAt: at(-80_000),
      },
    ],
    vault: { kind: 'keychain', text: message('vault.inFileSystemKey') },
    till: { state: 'ready', text: message('till.acceptedLast'), lastContactAt: at(-600) },
    soundPausedUntil: null,
    access: { protected: false, manager: true, text: null },
    staff: null,
    volume: 80,
    rush: null,
    autoAccept: null,
    host: 'desktop',
    couriers: true,
    screen: {
      language: 'en',
      theme: 'light',
      size: 'usual',
      density: 'usual',
      scanner_pause_ms: 250,
      scanner_prefix: '',
      scanner_end: 'enter',
    },
    kitchen: {
      stations: [
        { id: 'grill', name: 'Grill' },
        { id: 'cold', name: 'Cold' },
      ],
      dishSize: 26,
      station: null,
      soldOut: false,
    },
    customerLogo: null,
    languageIsChosen: true,
    unattended: false,
    failedJobs: 0,
    version: '0.1.0',
    startsAtLogin: null,
    updates: null,
    ...over,
  };
}

const SERVICE = (over: Partial<IntakeSource> = {}): IntakeSource => ({
  kind: 'poller',
  state: 'connected',
  lastHeardAt: at(-3),
  verifiedForMs: 15_000,
  text: message('service.answers'),
  hint: null,
  short: null,
  address: null,
  ...over,
});
const RECEIVER = (over: Partial<IntakeSource> = {}): IntakeSource => ({
  ...SERVICE(),
  kind: 'receiver',
  lastHeardAt: at(-60_000),
  verifiedForMs: null,
  text: message('receiver.listening'),
  short: message('status.listening'),
  address: 'http://127.0.0.1:8741/notifications',
  ...over,
});
const RELAY = (over: Partial<IntakeSource> = {}): IntakeSource => ({
  ...SERVICE(),
  kind: 'relay',
  verifiedForMs: 12_000,
  lastNewsAt: at(-240),
  text: message('relay.answers'),
  address: 'https://relay.example.test',
  ...over,
});

export const INTAKE = (over: { poller?: Partial<IntakeSource>; receiver?: Partial<IntakeSource> } = {}): IntakeSource[] => [
  SERVICE(over.poller),
  RECEIVER(over.receiver),
];
export const AT_RELAY = (over: Partial<IntakeSource> = {}): IntakeSource[] => [...INTAKE(), RELAY(over)];
export const NO_RELAY = (): IntakeSource[] =>
  AT_RELAY({
    state: 'lost',
    text: message('relay.somethingElseAnswers'),
    hint: message('relay.signInToNetwork'),
    lastHeardAt: at(-95),
  });

export const MANAGED = (over: Partial<ManagedStateView> = {}): ManagedStateView => ({
  by: 'Example chain',
  version: 7,
  keyPrint: '7K2Q D0F1 GHAB CDE2',
  places: ['work.undo_seconds'],
  refused: null,
  ...over,
});

export const FRESH: Partial<AppView> = {
  mode: 'setup',
  venue: '',
  addresses: [],
  intake: INTAKE({
    poller: { state: 'off', text: message('service.notChecked'), lastHeardAt: null, short: message('status.idle') },
    receiver: { state: 'lost', text: message('status.noSecretWhy'), lastHeardAt: null, short: message('status.noSecret') },
  }),
  webhookSecret: { isSaved: false, verifiedAt: null, isChange: false, isRefused: false },
  till: null,
};
