import { message, type OrderCard } from '../../../contract/contract.ts';
import { useFollowed } from '../../board/several/accepted.ts';
import { useStops } from '../../stopped/keep-stops.ts';
import { HIDDEN_S, NO_CALL } from '../../unanswered/call.ts';
import { useUnanswered } from '../../unanswered/keep-calling.ts';
import { orderId, orders } from '../orders.ts';
import { on, type Scene } from '../scene.tsx';

export default { title: 'Board' };

const board = (scene: () => Scene) => on('board', scene);

export const Busy = board(() => ({ orders: orders() }));
export const AtAStation = board(() => ({
  orders: orders(),
  counter: {
    view: 'station',
    station: { name: 'Bar', rights: ['answer', 'ready', 'pack', 'sold-out'], ofAllVenues: true, zones: null, rings: true },
  },
}));
export const Calm = board(() => ({ orders: orders(102, 111, 120) }));
export const Empty = board(() => ({ orders: orders(122) }));
export const Searched = board(() => ({ orders: orders(), counter: { find: 'pizza' } }));
export const CommandsUnderWay = board(() => ({
  orders: orders(101, 102, 103, 104),
  counter: {
    sending: { [orderId(101)]: 'accept' },
    refusals: { [orderId(102)]: { code: 'x', text: message('service.orderMovedOn'), hint: message('text.checkAgain') } },
  },
}));
export const TimeSuggested = board(() => ({
  orders: orders(103).map((order) => ({
    ...order,
    actions: order.actions.map((action) => ({
      ...action,
      usualMinutes: 10,
      suggested: { minutes: 10, text: message('coach.lateAtLoad', { load: 6, minutes: 8 }) },
    })),
  })),
}));
export const MinutesToAccept = board(() => ({
  opens: 'order/actions/accept-minutes.tsx',
  orders: orders(103, 111),
  touch: ['.split-more'],
}));

export const AcceptSeveral = board(() => ({ opens: 'board/several/several.tsx', orders: orders(), counter: { several: 'accept' } }));
export const SeveralReady = board(() => ({ opens: 'board/several/several.tsx', orders: orders(), counter: { several: 'ready' } }));
export const SeveralAccepted = board(() => ({
  orders: orders(111, 112, 122),
  set: () =>
    useFollowed.setState({
      list: ['111', '112', '122'].map((number, place) => ({
        id: orderId(number),
        number,
        hasAllergies: place === 0,
        fate: 'under-way',
        wasPending: true,
      })),
    }),
}));

const call = (all: OrderCard[]) => ({
  opens: 'unanswered/unanswered.tsx',
  orders: all,
  set: () => useUnanswered.setState({ call: { ...NO_CALL, open: true, rows: all.map(({ id }) => id) }, strip: [], hides: HIDDEN_S }),
});
export const CallForOne = board(() => call(orders(102)));
export const CallForSeveral = board(() => call(orders(101, 102, 105, 111)));
export const WaitingOrders = board(() => ({
  orders: orders(),
  set: () => useUnanswered.setState({ call: NO_CALL, strip: orders(101, 102, 105), hides: HIDDEN_S }),
}));

const stop = (all: OrderCard[]) => ({
  opens: 'stopped/stopped.tsx',
  orders: all,
  set: () => useStops.setState({ places: all.map((order) => ({ order, gone: false })), isList: all.length > 1 }),
});
export const OneCancelled = board(() => stop(orders(131)));
export const SeveralCancelled = board(() => stop(orders(131, 132)));
