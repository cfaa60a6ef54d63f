/** The calls that are the manager's while a PIN is set: whatever changes settings, venues or secrets, lets somebody in, or takes much out. */
import type { CallName } from '../../preload/contract.ts';
import { costsTheVenue, type Operation } from '../orders/operations.ts';

/**
 * Everybody's stay: the work on orders and couriers (what they say of a person is needed for it), printing, the look of the screen, the
 * alarm's pause, rush mode, the opening drill, searching the history, a day's figures, and the support file, which has neither secrets
 * nor persons in it and is wanted most when the manager is not there.
 */
const MANAGERS = new Set<CallName>([
  // What the settings say: addresses that may hold a key, telephone numbers, who is told what.
  'settings.get',
  'settings.savePrinters',
  'settings.savePos',
  'settings.saveWebhookSecret',
  'settings.saveTemplate',
  'settings.saveDesktop',
  'settings.saveAlerts',
  'settings.saveMerchant',
  'settings.saveDeliveryPickup',
  'settings.saveCouriers',
  // Where a copy of every order goes.
  'settings.saveBackup',
  // Looks through the venue's network, and changes what a printer is.
  'printers.find',
  'printer.learn',
  'venue.connect',
  'venue.rename',
  'venue.setFlavour',
  'venue.setRejectReasons',
  'venue.resetIntegration',
  // Brings an authorization code to whoever asks.
  'venue.openRedirect',
  'venue.awaitCode',
  'access.setPin',
  // Would end the manager's turn under his hands.
  'access.leave',
  'webhooks.list',
  'webhooks.create',
  'webhooks.change',
  'webhooks.delete',
  'displays.allow',
  'displays.pair',
  'displays.sendAway',
  // A day's orders or couriers as a table to take away.
  'history.csv',
]);

/** Whether this call, with this input, is the manager's. Of orders it is what the venue gets less for; of work everything but rush mode, and ending auto-accept. */
export function isManagers(name: CallName, input: unknown): boolean {
  if (name === 'order.operate') return costsTheVenue((input as { operation: Operation }).operation);
  if (name !== 'settings.saveWork') return MANAGERS.has(name);
  const { work } = input as { work: Record<string, unknown> };
  return Object.entries(work).some(([key, value]) => key !== 'rush' && !(key === 'auto_accept' && value === null));
}
