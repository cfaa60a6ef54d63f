import type { ordersCalls } from '../../../contract/calls/orders.ts';
import type { CallInput } from '../../../contract/contract.ts';
import { message } from '../../../contract/message.ts';
import { claimedStage } from '../../orders/claim.ts';
import type { StaffCommand } from '../../orders/commands.ts';
import type { Operation } from '../../orders/operations.ts';
import { enqueueCommand, undoCommand } from '../../outbox/commands.ts';
import { uploadDocument } from '../../outbox/documents.ts';
import { refuseOtherItems } from '../../outbox/items-version.ts';
import { type EnqueuedOperation, enqueueOperation, reviewOperation } from '../../outbox/operations.ts';
import { unknownOrder } from '../../outbox/unknown-order.ts';
import type { ShiftWork } from '../../shift/shift.ts';
import { orderDetail } from '../../view/card/detail.ts';
import { DONE, type Handlers, refuse, withoutUndefined } from '../answers.ts';
import type { By } from '../caller.ts';
import type { Kernel } from '../context.ts';

export function createOrderCalls(
  deps: Kernel<'store' | 'time' | 'currencyDigits' | 'api' | 'modeOf'> & { work: Pick<ShiftWork, 'usualMinutesOf' | 'timesOf'> },
): Pick<Handlers, keyof typeof ordersCalls> {
  const { store, time, currencyDigits } = deps;

  const command = ({ orderId, revision }: CallInput<'order.confirm'>, staff: StaffCommand, by: By | undefined) => {
    const refusal = enqueueCommand(store, deps.modeOf, orderId, staff, { ...deps.work.timesOf(orderId, staff), by: by?.name, revision });
    return refusal ? refuse(refusal) : DONE;
  };

  const operationIn = (given: CallInput<'order.operate'>): EnqueuedOperation => ({
    ...given,
    operation: withoutUndefined(given.operation) as Operation,
    currencyDigits,
  });

  return {
    'order.touch': ({ orderId, cancelled }, by) => {
      store.write(() => {
        const isStop = store.orders.get(orderId)?.stage === 'rejected';
        const isClaimed = claimedStage(store.claims.get(orderId)?.status ?? null) === 'rejected';
        // A cancellation that arrived during the tap is a new alarm.
        if ((isStop || isClaimed) && cancelled === false) return;
        store.claims.silence(orderId);
        if (store.orders.silence(orderId)) store.journal.append(orderId, { kind: isStop ? 'cancellation-seen' : 'touched' }, by?.name);
      });
      return DONE;
    },
    'order.accept': ({ extraMinutes, ...seen }, by) =>
      command(seen, { action: 'accept', extraMinutes: extraMinutes ?? deps.work.usualMinutesOf(seen.orderId) }, by),
    'order.reject': ({ reason, code, ...seen }, by) => command(seen, { action: 'reject', reason, code }, by),
    'order.undo': ({ orderId, revision }, by) => {
      const refusal = undoCommand(store, orderId, time.monotonic(), { by: by?.name, revision });
      return refusal ? refuse(refusal) : DONE;
    },
    'order.check': ({ orderId, participant, checked }) =>
      store.write(() => {
        const row = store.orders.get(orderId);
        if (!row) return refuse(unknownOrder(store, orderId));
        if (participant >= row.order.participants.length)
          return refuse({ code: 'unknown-bag', text: message('order.noSuchBag'), hint: message('order.mayHaveChanged') });
        store.orders.check(orderId, participant, checked);
        return DONE;
      }),
    'order.confirm': (seen, by) => command(seen, { action: 'confirm' }, by),
    'order.ready': ({ batches, itemsVersion, ...seen }, by) => {
      const row = store.orders.get(seen.orderId);
      const refusal = row && refuseOtherItems(row.order, itemsVersion);
      if (refusal) return refuse(refusal);
      return command(seen, { action: 'ready', ...(batches ? { batches } : {}) }, by);
    },
    'order.delivered': (seen, by) => command(seen, { action: 'delivered' }, by),
    async 'order.detail'({ orderId }) {
      const detail = await orderDetail(store, orderId, time.service.iso, currencyDigits);
      if (detail) return { ok: true, value: detail };
      return refuse(unknownOrder(store, orderId));
    },
    'order.review': (given) => {
      const refusal = reviewOperation(store, operationIn(given));
      return refusal ? refuse(refusal) : DONE;
    },
    'order.operate': (given, by) => {
      const refusal = enqueueOperation(store, operationIn(given), by?.name);
      return refusal ? refuse(refusal) : DONE;
    },
    async 'order.uploadDocument'({ orderId, type, base64 }, by) {
      const refusal = await uploadDocument({ store, api: deps.api }, orderId, type, Buffer.from(base64, 'base64'), by?.name);
      return refusal ? refuse(refusal) : DONE;
    },
  };
}
