/** Who may make each call, listed a second time on purpose: a changed role must be changed here too. */
import { expect, test } from 'vitest';
import { calls } from '../../../contract/contract.ts';

/** Calls by caller and the required role if the venue names its staff; "-" needs no role. */
const TABLE: Record<string, string> = {
  'counter -': `
    access.enter backup.make counter.accessCode courier.areas courier.offer courier.request courier.streets courier.venues
    diagnostics.bundle diagnostics.get displays.list history.missedToday history.order history.search menu.export menu.get menu.history
    menu.ofOrder menu.reviewPrices menu.uploadDifference notice.dismiss order.detail paper.preview printer.seen printer.sheet
    printer.test printers.whereItems sale.checkHours sale.deliveryProvider sale.hours screen.prefer selfTest.run settings.saveScreen
    sound.pause staff.here staff.scan staff.signIn staff.signOut state.snapshot training.leave training.order training.start
    venue.askAddresses`,
  'manager manager': `
    access.leave access.setPin displays.allow displays.change displays.pair displays.saveLogo displays.sendAway history.csv menu.changePrices
    menu.checkFile menu.setKind menu.upload printer.learn printers.find printers.ofSystem sale.setDeliveryProvider sale.setSpecialDays
    sale.setWeek settings.get settings.joinRelay settings.leaveRelay settings.saveAlerts settings.saveBackup settings.saveCounter settings.saveCouriers
    settings.saveDeliveryPickup settings.saveDesktop settings.saveKitchen settings.saveMap settings.saveMerchant settings.savePos
    settings.savePrinters settings.saveReports settings.saveStaff settings.saveStock settings.saveStockKey settings.saveTemplate
    settings.saveWebhookSecret staff.changes staff.remove staff.save support.preview support.refuse support.send venue.awaitCode venue.connect venue.openRedirect venue.rename
    venue.resetIntegration venue.setFlavour venue.setRejectReasons venue.tryAddresses webhooks.change webhooks.create webhooks.delete
    webhooks.list`,
  'counter shift-lead': `
    courier.cancel print.dayReport`,
  'counter staff': `
    courier.close courier.order courier.slip job.giveUp job.retry menu.again menu.backOnSale menu.read menu.setStock menu.soldOut
    order.accept order.confirm order.reject order.uploadDocument print.again print.move print.seen sale.openAgain sale.pause`,
  'manager-for-some shift-lead': `
    history.report`,
  'kitchen staff': `
    kitchen.backOnSale kitchen.soldOut order.delivered order.ready order.undo`,
  'kitchen -': `
    kitchen.dishSale kitchen.prioritize kitchen.recall kitchen.recent kitchen.setDish kitchen.setTicket order.check order.touch`,
  'manager-for-some staff': `
    order.operate order.review settings.saveWork`,
};

test('each call may be made by the callers in the table, and the table has every call', () => {
  const answer = Object.entries(TABLE).flatMap(([who, names]) =>
    names
      .trim()
      .split(/\s+/)
      .map((name) => [name, who.split(' ')]),
  );
  const asked = Object.entries(calls).map(([name, call]) => [name, [call.who, call.who === 'manager' ? 'manager' : (call.role ?? '-')]]);
  expect(answer).toHaveLength(new Set(answer.map(([name]) => name)).size);
  expect(Object.fromEntries(asked)).toEqual(Object.fromEntries(answer));
});
