/** Drawn at the size of a phone (lab/gallery/draw.ts). */
import { message, type OrderCard } from '../../../contract/contract.ts';
import { orderId, orders } from '../orders.ts';
import { on, type Scene } from '../scene.tsx';

export default { title: 'Phone' };

const board = (scene: () => Scene) => on('board', scene);
const at = (ms: number) => new Date(Date.now() + ms).toISOString();
const accepting = (order: OrderCard): OrderCard => ({
  ...order,
  actions: [],
  pending: { action: 'accept', text: message('actions.sending.accept'), since: at(0), undoUntil: at(5_000) },
});

export const OneOfSeveral = board(() => ({ orders: orders(101, 102, 103, 111) }));
export const TheLast = board(() => ({ orders: orders(103) }));
export const TimeIsUp = board(() => ({ orders: orders(104, 103) }));
export const AnswerToUndo = board(() => ({ orders: orders(102).map(accepting) }));
export const AnswerRefused = board(() => ({
  orders: orders(102, 103),
  counter: { refusals: { [orderId(102)]: { code: 'x', text: message('service.orderMovedOn'), hint: message('text.checkAgain') } } },
}));
export const NoneNew = board(() => ({ orders: orders(111, 122) }));
export const Preparing = board(() => ({ orders: orders(), counter: { boardTab: 'preparing' } }));
