/** A display's data, copied field by field from the main screen's state: see contract/views/display.ts. Pure. */
import type { AllergyView, AppView, CustomerApp, KitchenApp, KitchenOrder, OrderCard } from '../../../contract/contract.ts';

/** `station`: the kitchen station that the display shows. */
export function kitchenApp(
  { severalVenues, screen, clockOffsetMs, timeZone, volume, soundPausedUntil, kitchen }: AppView,
  station: string | null,
): KitchenApp {
  const { language, theme, size, density, scanner_pause_ms, scanner_prefix, scanner_end } = screen;
  const { stations, dishSize, soldOut } = kitchen;
  return {
    severalVenues,
    screen: { language, theme, size, density, scanner_pause_ms, scanner_prefix, scanner_end },
    clockOffsetMs,
    timeZone,
    volume,
    soundPausedUntil,
    kitchen: { stations: stations.map(({ id, name }) => ({ id, name })), dishSize, station, soldOut },
  };
}

/** The order for a kitchen display; null if the kitchen isn't involved. */
export function kitchenOrder(order: OrderCard): KitchenOrder | null {
  const { column, deadline, pending, courier } = order;
  const isWanted = order.cancelled === 'unseen' || order.kitchen?.tickets.some(({ recalled }) => recalled) === true;
  if (column !== 'preparing' && column !== 'ready' && !(column === 'ended' && isWanted)) return null;
  return {
    id: order.id,
    revision: order.revision,
    number: order.number,
    venueName: order.venueName,
    column,
    kind: order.kind,
    kindLabel: order.kindLabel,
    preorder: order.preorder,
    statusLabel: order.statusLabel,
    customer: order.customer,
    comment: order.comment,
    allergies: copied(order.allergies),
    items: order.items.map(({ name, count, options, participants }) => ({
      name,
      count,
      options: options.map((option) => ({
        group: option.group,
        value: option.value,
        count: option.count,
        allergies: copied(option.allergies),
      })),
      participants: [...participants],
    })),
    participants: [...order.participants],
    bags: order.bags,
    isCut: order.isCut,
    unread: order.unread,
    kitchen: kitchenWork(order),
    checked: [...order.checked],
    noContact: order.noContact,
    placedAt: order.placedAt,
    pickupAt: order.pickupAt,
    preorderFor: order.preorderFor,
    deadline: deadline && { at: deadline.at, of: deadline.of, totalSeconds: deadline.totalSeconds, about: deadline.about },
    pending: pending && { action: pending.action, text: pending.text, since: pending.since, undoUntil: pending.undoUntil },
    actions: order.actions.flatMap(({ name, label, needsBatches }) =>
      // Batch IDs are entered on the main screen.
      (name === 'ready' || name === 'delivered') && !needsBatches ? [{ name, label }] : [],
    ),
    courier: courier && { state: courier.state, at: courier.at },
    cancelled: order.cancelled,
    stopSlip: order.stopSlip && { state: order.stopSlip.state, text: order.stopSlip.text },
    trouble: order.trouble.map(({ code, text, hint }) => ({ code, text, ...(hint === undefined ? {} : { hint }) })),
    alerting: order.alerting,
    endedAt: order.endedAt,
  };
}

function kitchenWork({ kitchen }: OrderCard): KitchenOrder['kitchen'] {
  if (kitchen === null) return null;
  const { since, priority, lines, tickets } = kitchen;
  return {
    since,
    priority,
    lines: lines.map(({ key, stations, doneAt }) => ({ key, stations: [...stations], doneAt: [...doneAt] })),
    tickets: tickets.map(({ station, key, count, left, finishedAt, recalled, startAt }) => ({
      station,
      key,
      count,
      left,
      finishedAt,
      recalled,
      startAt,
    })),
  };
}

function copied(allergies: AllergyView | null): AllergyView | null {
  return allergies && { words: [...allergies.words], ranges: allergies.ranges.map(({ start, end }) => ({ start, end })) };
}

export function customerApp({ venue, customerLogo, clockOffsetMs, timeZone, screen: { language, theme, size } }: AppView): CustomerApp {
  return { venue, customerLogo, clockOffsetMs, timeZone, screen: { language, theme, size } };
}
