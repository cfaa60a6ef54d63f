/** The bar, the strips below it, and overlays of every screen. */
import { message } from '../../../contract/contract.ts';
import { useAsking } from '../../staff/require-sign-in.ts';
import { useNotice } from '../../touch/notice.ts';
import { at } from '../made-up/at.ts';
import { sale, selling } from '../made-up/sale.ts';
import { INTAKE, LOST_VENUE, NOTICES, OTHER_VENUE, PRINTERS_IN_TROUBLE, STAFF, VENUE } from '../made-up/venue.ts';
import { orderId, orders } from '../orders.ts';
import { on, type Scene, story } from '../scene.tsx';

export default { title: 'Status' };

const board = (scene: () => Scene = () => ({})) => on('board', scene);
const over = (opens: string, counter: Scene['counter'], more: Scene = {}) => board(() => ({ opens, counter, ...more }));

const trouble = (): Scene => ({
  app: {
    intake: INTAKE({
      poller: { state: 'lost', text: message('service.unreachable'), hint: message('network.checkInternet'), lastHeardAt: at(-300) },
      receiver: { state: 'lost', text: message('receiver.notStarted'), address: null, short: message('status.stopped') },
    }),
    till: { state: 'trouble', text: message('till.notResponding'), lastContactAt: at(-4_000) },
    vault: { kind: 'file', text: message('vault.inFileNoKeychain') },
    failedJobs: 2,
    rush: { extraMinutes: 10, until: at(2_000) },
    soundPausedUntil: at(900),
  },
  printers: PRINTERS_IN_TROUBLE(),
  venues: [LOST_VENUE],
  notices: NOTICES(),
});

export const AllIsWell = board();
export const Trouble = board(trouble);
export const TroubleInFull = board(() => ({ ...trouble(), touch: ['.line-more'] }));
export const LateOrders = on('history', () => ({ orders: orders(112) }));
export const NoLink = board(() => ({ orders: orders(), counter: { linked: false, unlinkedSince: Date.now() - 65_000 } }));
export const BeforeTheFirstWord = story(() => ({ app: null, counter: { linked: false, unlinkedSince: Date.now() - 60_000 } }));
export const Training = board(() => ({ app: { mode: 'training', environment: 'training' } }));
export const TwoVenuesInDevelopment = board(() => ({ app: { environment: 'development', staff: STAFF }, venues: [VENUE, OTHER_VENUE] }));
export const SomebodySignedIn = on('history', () => ({
  app: { staff: STAFF },
  counter: { person: { id: 'anna', name: 'Anna', role: 'manager' } },
}));
export const NewOrderElsewhere = on('history', () => ({ orders: orders(101) }));
export const CancelledUnderWay = board(() => ({
  orders: orders(111).map((order) => ({
    ...order,
    alerting: true,
    statusLabel: message('orderStatus.cancelled'),
    isStatusOfColumn: false,
  })),
}));
export const SoundAsksForATouch = board(() => ({ counter: { sound: 'blocked' } }));
export const NoSound = board(() => ({ counter: { sound: 'none' } }));
export const PauseSuggested = board(() => ({
  venues: [selling('venue', VENUE.name, sale({ piledUp: message('sale.ordersLate', { count: 4 }) }))],
}));
export const AutoAcceptIsOn = board(() => ({
  app: {
    autoAccept: {
      until: at(9_000),
      rules: [
        { venues: [], from: '18:00', to: '22:00', kinds: ['delivery'], most_items: 5, when: 'at-once', extra_minutes: 0, allergies: false },
      ],
    },
  },
}));
export const CodeThatIsUnknown = board(() => ({ counter: { scanAnswer: { kind: 'unknown-code' } } }));
export const TouchedTooSoon = board(() => ({
  orders: orders(),
  set: () => useNotice.setState({ notice: { why: 'came', order: '101', became: null, text: null, x: 400, y: 240, count: 1 }, count: 1 }),
}));

export const Menu = over('status/screen-menu.tsx', {}, { app: { failedJobs: 2 }, touch: ['.bar-menu'] });
export const Health = over('status/health.tsx', { healthOpen: true });
export const HealthInTrouble = board(() => ({ ...trouble(), opens: 'status/health.tsx', counter: { healthOpen: true } }));
export const Reconnect = over('status/reconnect-strip.tsx', { reconnecting: LOST_VENUE.name }, { venues: [LOST_VENUE] });
const SUPPORT_REQUEST = { id: 'request', host: 'relay.example.test', reason: 'Tickets print twice since Monday' };
export const SupportAsked = board(() => ({ app: { supportRequest: SUPPORT_REQUEST } }));
export const SupportFile = over('status/support-request.tsx', { answering: 'request' }, { app: { supportRequest: SUPPORT_REQUEST } });
export const Rush = over('shift/rush.tsx', { rushOpen: true });
export const FindAnything = over('palette/palette.tsx', { paletteOpen: true });
export const OpeningCheck = over('self-test/self-test.tsx', { selfTestOpen: true });
export const OpeningCheckDone = over('self-test/self-test.tsx', { selfTestOpen: true }, { touch: ['[role="dialog"] .form-end .button'] });

const whoIsThere = (...touch: string[]) =>
  board(() => ({
    opens: 'staff/sign-in.tsx',
    app: { staff: STAFF },
    orders: orders(101),
    set: () => useAsking.setState({ open: true, waiting: [{ orderId: orderId(101), go: () => undefined }] }),
    touch,
  }));
export const WhoIsThere = whoIsThere();
export const WhoHasAPin = whoIsThere('li:nth-child(1) > .who-name');
export const WhoHasABadge = whoIsThere('li:nth-child(2) > .who-name');

export const Diagnostics = on('diagnostics');
export const DiagnosticsNotRead = on('diagnostics', () => ({
  answers: { 'diagnostics.get': { code: 'x', text: message('service.unreachable') } },
}));
export const JobIsGivenUp = on('diagnostics', () => ({ opens: 'diagnostics/diagnostics.tsx', touch: ['.job-acts .button:last-child'] }));

const AWAY = {
  title: "Tillbridge can't start",
  text: "This computer's disk is full.",
  hint: 'Free up disk space.',
  next: 'Tillbridge retries automatically.',
};
export const Away = story(() => ({ counter: { away: { ...AWAY, language: 'en', rightToLeft: false } } }));
export const NotLetInToTheCounter = story(() => ({ app: null, counter: { outside: 'counter' } }));
export const NotLetInToADisplay = story(() => ({ app: null, counter: { outside: 'display' } }));
