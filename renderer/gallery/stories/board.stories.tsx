/** The board and its parts, the order alert, and the screen of canceled orders. */

import { message, type OrderCard } from '../../../contract/contract.ts';
import { Board } from '../../board/board.tsx';
import { FindStrip } from '../../board/find/find-strip.tsx';
import { MissedToday } from '../../board/missed-today.tsx';
import { NothingYet } from '../../board/nothing-yet.tsx';
import { Ended } from '../../board/rail/ended.tsx';
import { Rail } from '../../board/rail/rail.tsx';
import { useFollowed } from '../../board/several/accepted.ts';
import { AcceptedToast } from '../../board/several/accepted-toast.tsx';
import { Several } from '../../board/several/several.tsx';
import { TabbedBoard } from '../../board/tabbed-board.tsx';
import { Zone } from '../../board/zone.tsx';
import { ZoneHead } from '../../board/zone-head.tsx';
import type { Layout } from '../../layout/layout.ts';
import { Slot } from '../../order/slot.tsx';
import { columnsOf } from '../../state/board.ts';
import { placesAfter } from '../../state/places.ts';
import { useStops } from '../../stopped/keep-stops.ts';
import { Stopped } from '../../stopped/stopped.tsx';
import { HIDDEN_S, NO_CALL } from '../../unanswered/call.ts';
import { useUnanswered } from '../../unanswered/keep-calling.ts';
import { Unanswered } from '../../unanswered/unanswered.tsx';
import { WaitingLanes } from '../../unanswered/waiting-lanes.tsx';
import { WaitingStrip } from '../../unanswered/waiting-strip.tsx';
import { at } from '../made-up/at.ts';
import { card, cardOf, cards, cooking, ended, ready, scheduled } from '../made-up/cards.ts';
import { States, story } from '../scene.tsx';
import '../../board/board.css';

export default { title: 'Board' };

const nothing = () => undefined;
const all = () => Object.values(cards());
const placesOf = (orders: OrderCard[]) =>
  placesAfter(null, columnsOf(Object.fromEntries(orders.map((order) => [order.id, order]))), { keep: false, sort: true });
/** One lane each. */
const columnsFor = (orders: OrderCard[]) => {
  const { ended: _, ...places } = placesOf(orders);
  return Object.fromEntries(Object.entries(places).map(([name, all]) => [name, [all.map(({ order }) => order.id)]])) as Layout['columns'];
};
const gone = () => ({ order: card('101'), gone: true });

export const Busy = story(
  () => <Board />,
  () => ({ orders: all() }),
);
export const Calm = story(
  () => <Board />,
  () => ({ orders: [card('101'), cooking('102'), ready('103')] }),
);
export const Empty = story(
  () => <Board />,
  () => ({ orders: [ended('99')] }),
);
export const Searched = story(
  () => (
    <>
      <FindStrip />
      <Board />
    </>
  ),
  () => ({ orders: all(), counter: { find: 'ramen' } }),
);

export const AllAccepted = story(
  () => <AcceptedToast />,
  () => ({
    orders: [cooking('610'), cooking('611'), ended('612')],
    set: () =>
      useFollowed.setState({
        list: ['610', '611', '612'].map((number, place) => ({
          id: `order-${number}`,
          number,
          hasAllergies: place === 0,
          fate: 'under-way',
          wasPending: true,
        })),
      }),
  }),
);

export const Heads = story(
  () => (
    <States
      of={{
        'several new': <ZoneHead name="new" orders={[card('101'), card('102')]} hidden={0} onMore={nothing} />,
        'one new': <ZoneHead name="new" orders={[card('101')]} hidden={0} onMore={nothing} />,
        'some late, some below': (
          <ZoneHead name="preparing" orders={[cooking('101'), cooking('102', { pickupAt: at(-300) })]} hidden={4} onMore={nothing} />
        ),
        ready: <ZoneHead name="ready" orders={[ready('101')]} hidden={0} onMore={nothing} />,
        scheduled: <ZoneHead name="scheduled" orders={[]} hidden={0} onMore={nothing} />,
        'nothing yet': (
          <div style={{ position: 'relative', height: '8rem' }}>
            <NothingYet />
          </div>
        ),
        'missed today': <MissedToday />,
        'place of one that is gone': (
          <Slot place={gone()}>
            <span />
          </Slot>
        ),
      }}
    />
  ),
  () => ({ orders: [cooking('101')] }),
);

export const Rails = story(() => {
  const { new: fresh, ready: here, scheduled: later, ended: over } = placesOf(all());
  return (
    <States
      of={{
        new: <Rail name="new" places={[...fresh, gone()]} />,
        ready: <Rail name="ready" places={here} />,
        scheduled: <Rail name="scheduled" places={[...later, ...placesOf([scheduled('130', { preorderFor: at(90_000) })]).scheduled]} />,
        empty: <Rail name="preparing" places={[]} />,
        'done, as a rail': <Ended places={over} as="rail" />,
        'done, as a list': <Ended places={over} as="list" />,
      }}
    />
  );
});

export const Column = story(() => (
  <div style={{ height: '100vh', display: 'flex' }}>
    <Zone name="ready" places={placesOf(all()).ready} columns={columnsFor(all()).ready} showVenue={false} />
  </div>
));

export const OnAPhone = story(() => (
  <main className="board-screen" style={{ height: '100vh' }}>
    <div className="board" data-kind="tabs">
      <TabbedBoard places={placesOf(all())} columns={columnsFor(all())} showVenue={false} />
    </div>
  </main>
));

export const AcceptSeveral = story(
  () => <Several />,
  () => ({ orders: all(), counter: { several: 'accept' } }),
);
export const SeveralReady = story(
  () => <Several />,
  () => ({ orders: all(), counter: { several: 'ready' } }),
);

const waiting = () => [
  cardOf('new, last seconds'),
  cardOf('pickup, cash, allergy'),
  cardOf('pre-order to confirm'),
  card('126', { deadline: { at: at(80), of: 'accept', totalSeconds: 180 } }),
];
const calls = (orders: OrderCard[]) => () => ({
  orders,
  set: () => useUnanswered.setState({ call: { ...NO_CALL, open: true, rows: orders.map(({ id }) => id) }, strip: [], hides: HIDDEN_S }),
});
export const CallForSeveral = story(
  () => <Unanswered />,
  () => calls(waiting())(),
);
export const CallInColumns = story(() => (
  <div className="dialog-sheet" style={{ maxHeight: '20rem' }}>
    <WaitingLanes rows={['101', '102', '103']} name="Waiting" draw={(id) => <li className="slot">{id}</li>} />
  </div>
));
export const CallForOne = story(
  () => <Unanswered />,
  () => calls([cardOf('new, last seconds')])(),
);
export const CallThatWasAnswered = story(
  () => <Unanswered />,
  () => calls([cooking('112'), card('126')])(),
);
export const WaitingOrders = story(
  () => <WaitingStrip />,
  () => ({ orders: waiting(), set: () => useUnanswered.setState({ call: NO_CALL, strip: waiting(), hides: HIDDEN_S }) }),
);

const cancelled = (number: string) =>
  ended(number, {
    status: 'rejected',
    statusLabel: message('orderStatus.cancelled'),
    cancelled: 'unseen',
    stopSlip: { state: 'sent', text: message('cardStop.unconfirmed') },
  });
const stops = (numbers: string[]) => () => {
  const orders = numbers.map(cancelled);
  return { orders, set: () => useStops.setState({ places: orders.map((order) => ({ order, gone: false })), isList: numbers.length > 1 }) };
};
export const OneCancelled = story(() => <Stopped />, stops(['131']));
export const SeveralCancelled = story(() => <Stopped />, stops(['131', '132', '133', '134']));
