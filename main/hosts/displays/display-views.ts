/** What a display is sent, built field by field from what the counter is shown: see contract/views/display.ts. Pure. */
import type { AppView, CustomerApp, CustomerOrder, KitchenApp, KitchenOrder, OrderCard } from '../../../contract/contract.ts';

export function kitchenApp({ screen, clockOffsetMs, volume, soundPausedUntil }: AppView): KitchenApp {
  const { language, theme, size, density } = screen;
  return { screen: { language, theme, size, density }, clockOffsetMs, volume, soundPausedUntil };
}

/** Null for an order that the kitchen has nothing to do with. */
export function kitchenOrder(order: OrderCard): KitchenOrder | null {
  const { column, pending, courier } = order;
  if (column !== 'preparing' && column !== 'ready' && !(column === 'ended' && order.stopped)) return null;
  return {
    id: order.id,
    number: order.number,
    column,
    kind: order.kind,
    kindLabel: order.kindLabel,
    preorder: order.preorder,
    statusLabel: order.statusLabel,
    customer: order.customer,
    comment: order.comment,
    items: order.items.map(({ name, count, options, participants }) => ({
      name,
      count,
      options: options.map((option) => ({ group: option.group, value: option.value, count: option.count })),
      participants: [...participants],
    })),
    itemCount: order.itemCount,
    participants: [...order.participants],
    people: order.people,
    isCut: order.isCut,
    unread: order.unread,
    checked: [...order.checked],
    noContact: order.noContact,
    placedAt: order.placedAt,
    pickupAt: order.pickupAt,
    preorderFor: order.preorderFor,
    pending: pending && { action: pending.action, says: pending.says, since: pending.since, undoUntil: pending.undoUntil },
    actions: order.actions.flatMap(({ name, label, needsBatches }) =>
      // Batch ids are typed at the counter.
      (name === 'ready' || name === 'delivered') && !needsBatches ? [{ name, label }] : [],
    ),
    ticket: order.ticket.state,
    labels: order.labels.state,
    courier: courier && { state: courier.state, at: courier.at },
    stopped: order.stopped,
    trouble: order.trouble.map(({ code, says, remedy }) => ({ code, says, ...(remedy === undefined ? {} : { remedy }) })),
    alerting: order.alerting,
  };
}

export function customerApp({ screen: { language, theme, size } }: AppView): CustomerApp {
  return { screen: { language, theme, size } };
}

/** Null for an order that nobody waits for in front of the counter. */
export function customerOrder({ number, kind, column }: OrderCard): CustomerOrder | null {
  return kind === 'takeaway' && (column === 'preparing' || column === 'ready') ? { number, stage: column } : null;
}
