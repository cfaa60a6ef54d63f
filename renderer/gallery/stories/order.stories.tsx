import { message } from '../../../contract/contract.ts';
import { orderId, orders } from '../orders.ts';
import { on, type Scene } from '../scene.tsx';

export default { title: 'Order' };

const board = (opens: string, scene: Scene) => on('board', () => ({ opens, orders: orders(), ...scene }));
const open = (number: number, touch: Scene['touch'] = [], opens = 'order/order-detail.tsx', more: Scene = {}) =>
  board(opens, { counter: { openOrder: orderId(number) }, touch, ...more });

export const New = open(101);
export const PaidInCash = open(102);
export const NotReadableYet = open(109, [], undefined, {
  answers: { 'order.detail': { code: 'unknown-order', text: message('order.thisUnknown') } },
});
export const Scheduled = open(121);
export const Group = open(116);
export const OwnDelivery = open(115);
export const InTrouble = open(114);
export const Missed = open(123);
export const BeingRead = open(116, [], undefined, { answers: { 'order.detail': 'never' } });
export const Activity = open(122, ['.fold:nth-child(1)']);
export const Printouts = open(122, ['.fold:nth-child(2)']);
export const Details = open(122, ['.fold:nth-child(3)']);

const PRINT = '.sheet-status ~ .button';
const MORE = `${PRINT} ~ .button`;
export const PrintAgain = open(114, [PRINT], 'order/more/print-menu.tsx');
export const MoreActions = open(114, [MORE], 'order/more/more-actions.tsx');

const form = (number: number, operation: string, touch: Scene['touch'] = []) =>
  open(number, [MORE, `[role="menuitem"][data-key="${operation}"]`, ...touch]);
export const ReplaceItems = form(114, 'replace-items');
export const SendMinutesLeft = form(115, 'eta');
export const RefundItems = form(122, 'refund-items');
export const RefundBasket = form(122, 'refund-basket');
export const RefundBasketWrong = form(122, 'refund-basket', ['.detail-main [type="submit"]']);
export const ReturnDeposits = form(122, 'deposits-returned');
export const UploadDocument = form(122, 'document');

export const Reject = board('order/actions/reject-dialog.tsx', { counter: { rejecting: orderId(101) } });
export const RejectTooLate = board('order/actions/reject-dialog.tsx', { counter: { rejecting: orderId(122) } });
const handingOver = { orderId: orderId(116), action: 'ready' } as const;
export const HandOverWithABagMissing = board('order/actions/hand-over.tsx', { counter: { handingOver } });
export const HandOverWithAllBags = on('board', () => ({
  opens: 'order/actions/hand-over.tsx',
  orders: orders(116).map((order) => ({ ...order, checked: [0, 1, 2] })),
  counter: { handingOver },
}));
export const DishSoldOut = board('menu/order/dish-sold-out.tsx', { counter: { sellingOut: { orderId: orderId(101), place: 0 } } });
export const AnyDishSoldOut = board('menu/order/dish-sold-out.tsx', { counter: { sellingOut: { orderId: orderId(101), place: null } } });
