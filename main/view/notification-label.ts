import { DELIVERY_EVENTS } from '../../contract/contract.ts';
import { type Message, message, type Text } from '../../contract/message.ts';

const LABELS: ReadonlyMap<string, Message> = new Map<string, Message>([
  ['order.notification', message('notification.changed')],
  ['order.notification CREATED', message('notification.created')],
  ['order.notification PRODUCTION', message('notification.accepted')],
  ['order.notification READY', message('notification.ready')],
  ['order.notification DELIVERED', message('notification.delivered')],
  ['order.notification CANCELED', message('notification.cancelled')],
  ['order.notification CANCELLED', message('notification.cancelled')],
  ['courier.notification', message('notification.courierComes')],
  ['pickup_completed.notification', message('notification.pickedUp')],
  ['REJECTION_ALERT_TRIGGERED', message('notification.rejections')],
  ['REJECTION_ALERT_RECOVERED', message('notification.rejectionsOver')],
  ['VENUE_OFFLINE_ALERT_TRIGGERED', message('notification.offline')],
  ['VENUE_OFFLINE_ALERT_RECOVERED', message('notification.offlineOver')],
  ['OPENING_HOURS_UPDATED', message('notification.hours')],
  ['self-test.notification', message('notification.selfTest')],
  ['unreadable', message('notification.unreadable')],
  ...DELIVERY_EVENTS.map((type) => [type, message(`settings.deliveryWebhooks.names.${type}`)] as const),
]);

/** Types and statuses unknown to this version keep the service's name. */
export function notificationLabel({ type, status }: { type: string; status: string | null }): Text {
  const name = status === null ? type : `${type} ${status}`;
  return LABELS.get(name) ?? name;
}
