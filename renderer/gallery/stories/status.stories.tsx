/** The bar, its dialogs, and the strips. */
import { message } from '../../../contract/contract.ts';
import { RushDialog } from '../../shift/rush.tsx';
import { PinPad } from '../../staff/pin-pad.tsx';
import { useAsking } from '../../staff/require-sign-in.ts';
import { SignIn } from '../../staff/sign-in.tsx';
import { StaffButton } from '../../staff/staff-button.tsx';
import { AwayPage } from '../../status/away-page.tsx';
import { Health } from '../../status/health.tsx';
import { LineBelowBar } from '../../status/line-below-bar.tsx';
import { ReconnectDialog } from '../../status/reconnect-strip.tsx';
import { ScreenMenu } from '../../status/screen-menu.tsx';
import { StatusBar } from '../../status/status-bar.tsx';
import { FootStrips, UrgentStrips } from '../../status/strips.tsx';
import { TrainingBar } from '../../status/training-bar.tsx';
import { at } from '../made-up/at.ts';
import { card, cooking, scheduled } from '../made-up/cards.ts';
import { FRESH, INTAKE, LOST_VENUE, NOTICES, OTHER_VENUE, PRINTERS_IN_TROUBLE, STAFF, VENUE } from '../made-up/venue.ts';
import { type Scene, States, story } from '../scene.tsx';

export default { title: 'Status' };

const nothing = () => undefined;
const trouble = (): Scene => ({
  app: {
    intake: INTAKE({
      poller: { state: 'lost', text: message('service.unreachable'), hint: message('network.checkInternet'), lastHeardAt: at(-300) },
      receiver: { state: 'lost', text: message('receiver.notStarted'), address: null, short: message('status.stopped') },
    }),
    till: { state: 'trouble', text: message('till.notResponding'), lastContactAt: at(-4_000) },
    vault: { kind: 'file', text: message('vault.inFileNoKeychain') },
    failedJobs: 2,
  },
  printers: PRINTERS_IN_TROUBLE(),
  venues: [LOST_VENUE],
});
const bar = (scene: () => Scene) => story(() => <StatusBar />, scene);

export const Bar = bar(() => ({}));
export const BarInTrouble = bar(trouble);
export const BarWithLateOrders = bar(() => ({
  orders: ['101', '102'].map((number) => cooking(number, { pickupAt: at(-300) })),
  counter: { screen: 'history' },
}));
export const BarWithoutALink = bar(() => ({ counter: { linked: false, unlinkedSince: Date.now() - 9_000 } }));
export const BarOfTraining = bar(() => ({ app: { mode: 'training', environment: 'training' } }));
export const BarOfTwoVenuesInDevelopment = bar(() => ({ app: { environment: 'development', staff: STAFF }, venues: [VENUE, OTHER_VENUE] }));
export const BarWithSomebodySignedIn = bar(() => ({
  app: { staff: STAFF },
  counter: { person: { id: 'anna', name: 'Anna', role: 'manager' }, screen: 'history' },
}));
export const BarThatIsSilent = bar(() => ({ app: { soundPausedUntil: at(900) } }));
export const BarBeforeTheSetUp = bar(() => ({ app: FRESH, venues: [], printers: [], counter: { sound: 'blocked' } }));

export const Menu = story(
  () => <ScreenMenu isFolded={false} areToolsFolded={false} />,
  () => ({ app: { failedJobs: 2 }, touch: ['.bar-menu'] }),
);
export const MenuOfANarrowBar = story(
  () => <ScreenMenu isFolded areToolsFolded />,
  () => ({ touch: ['.bar-menu'] }),
);

export const AllIsWell = story(() => <Health />);
export const WhatIsWrong = story(() => <Health />, trouble);

export const NoLink = story(
  () => <UrgentStrips />,
  () => ({ counter: { linked: false, unlinkedSince: Date.now() - 65_000 } }),
);
export const NewOrder = story(
  () => <FootStrips />,
  () => ({ orders: [card('101', { alerting: true })] }),
);
export const NewOrders = story(
  () => <UrgentStrips />,
  () => ({ orders: [card('101', { alerting: true }), card('102', { alerting: true })] }),
);
export const CancelledUnderWay = story(
  () => <UrgentStrips />,
  () => ({ orders: [cooking('103', { alerting: true, statusLabel: message('orderStatus.cancelled'), isStatusOfColumn: false })] }),
);
export const PreOrderReminder = story(
  () => <UrgentStrips />,
  () => ({ orders: [scheduled('104', { alerting: true })] }),
);

export const SoundAsksForATouch = story(
  () => <LineBelowBar />,
  () => ({ counter: { sound: 'blocked' } }),
);
export const SoundPaused = story(
  () => <LineBelowBar />,
  () => ({ app: { soundPausedUntil: at(900) } }),
);
export const NoSound = story(
  () => <LineBelowBar />,
  () => ({ counter: { sound: 'none' } }),
);
export const NoLoudspeaker = story(
  () => <LineBelowBar />,
  () => ({ counter: { speaker: false } }),
);

const several = (): Scene => ({
  venues: [LOST_VENUE],
  notices: NOTICES(),
  app: {
    rush: { extraMinutes: 10, until: at(2_000) },
    autoAccept: {
      until: at(9_000),
      rules: [
        {
          venues: [],
          from: '18:00',
          to: '22:00',
          kinds: ['delivery', 'takeaway'],
          most_items: 5,
          when: 'at-once',
          extra_minutes: 0,
          allergies: false,
        },
      ],
    },
  },
});
export const SeveralCauses = story(() => <LineBelowBar />, several);
export const SeveralCausesInFull = story(
  () => <LineBelowBar />,
  () => ({ ...several(), touch: ['.line-more'] }),
);
export const OneNotice = story(
  () => <LineBelowBar />,
  () => ({ notices: NOTICES().slice(0, 1) }),
);
export const Reconnect = story(
  () => <ReconnectDialog />,
  () => ({ venues: [LOST_VENUE], counter: { reconnecting: LOST_VENUE.name } }),
);
export const Training = story(
  () => <TrainingBar />,
  () => ({ app: { mode: 'training' } }),
);
export const Rush = story(
  () => <RushDialog />,
  () => ({ counter: { rushOpen: true } }),
);

const asks = () => ({
  app: { staff: STAFF },
  orders: [card('101')],
  set: () => useAsking.setState({ open: true, waiting: [{ orderId: 'order-101', go: nothing }] }),
});
export const WhoIsThere = story(() => <SignIn />, asks);
export const WhoHasAPin = story(
  () => <SignIn />,
  () => ({ ...asks(), touch: ['li:nth-child(1) .who-name'] }),
);
export const WhoHasABadge = story(
  () => <SignIn />,
  () => ({ ...asks(), touch: ['li:nth-child(2) .who-name'] }),
);
export const SigningIn = story(
  () => (
    <States
      of={{
        nobody: <StaffButton className="button" />,
        digits: <PinPad onDigit={nothing} onBack={nothing} />,
      }}
    />
  ),
  () => ({ app: { staff: STAFF } }),
);

const AWAY = {
  title: "Tillbridge can't start",
  text: "This computer's disk is full.",
  hint: 'Free up disk space.',
  next: 'Tillbridge retries automatically.',
};
export const Away = story(() => <AwayPage away={{ ...AWAY, language: 'en', rightToLeft: false }} />);
