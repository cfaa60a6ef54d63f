/** Which calls change something that belongs to no order: these are noted with who made them, where the venue names its staff. */
import { type CallInput, type CallName, calls } from '../../../contract/contract.ts';
import type { By } from './caller.ts';

const CHANGES: ReadonlySet<CallName> = new Set<CallName>([
  'settings.saveDesktop',
  'settings.saveScreen',
  'settings.saveWork',
  'settings.saveAlerts',
  'settings.savePos',
  'settings.saveKitchen',
  'settings.savePrinters',
  'settings.saveTemplate',
  'settings.saveReports',
  'settings.saveBackup',
  'settings.saveStaff',
  'settings.saveWebhookSecret',
  'settings.saveStock',
  'settings.saveStockKey',
  'settings.joinRelay',
  'settings.leaveRelay',
  'settings.saveMerchant',
  'settings.saveCouriers',
  'settings.saveDeliveryPickup',
  'settings.saveMap',
  'printer.learn',
  'access.setPin',
  'displays.allow',
  'displays.saveLogo',
  'displays.pair',
  'displays.sendAway',
  'staff.save',
  'staff.remove',
  'venue.rename',
  'venue.setFlavour',
  'venue.setRejectReasons',
  'venue.resetIntegration',
  'venue.connect',
  'menu.setKind',
  'menu.changePrices',
  'menu.upload',
  'sale.setWeek',
  'sale.setSpecialDays',
  'sale.setDeliveryProvider',
  'webhooks.create',
  'webhooks.change',
  'webhooks.delete',
  'courier.order',
  'courier.cancel',
  'courier.close',
]);

/**
 * The word that it is kept by; null where there is nothing to note. Nobody is named where the manager's PIN opened it; what anybody may do
 * without a name is noted with one alone. Rush mode is one of the settings and is switched in the bar.
 */
export function changeMadeBy(name: CallName, input: unknown, by: By): string | null {
  if (!CHANGES.has(name) || (by.name === null && calls[name].who !== 'manager')) return null;
  if (name !== 'settings.saveWork') return name;
  return 'rush' in (input as CallInput<'settings.saveWork'>).work ? 'rush' : name;
}
