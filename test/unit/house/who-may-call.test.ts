/** Who may make each call, listed a second time: changing a call's role also changes this table, on purpose. */
import { expect, test } from 'vitest';
import { calls } from '../../../contract/contract.ts';

/** Call, caller, and the required role if the venue names its staff; "-" needs no role. */
const TABLE = `
access.enter                   counter           -
access.leave                   manager           manager
access.setPin                  manager           manager
backup.make                    counter           -
counter.accessCode             counter           -
courier.areas                  counter           -
courier.cancel                 counter           shift-lead
courier.close                  counter           staff
courier.offer                  counter           -
courier.order                  counter           staff
courier.request                counter           -
courier.slip                   counter           staff
courier.streets                counter           -
courier.venues                 counter           -
diagnostics.bundle             counter           -
diagnostics.get                counter           -
displays.allow                 manager           manager
displays.list                  counter           -
displays.pair                  manager           manager
displays.saveLogo              manager           manager
displays.sendAway              manager           manager
history.csv                    manager           manager
history.missedToday            counter           -
history.order                  counter           -
history.report                 manager-for-some  shift-lead
history.search                 counter           -
job.giveUp                     counter           staff
job.retry                      counter           staff
kitchen.backOnSale             kitchen           staff
kitchen.dishSale               kitchen           -
kitchen.prioritize             kitchen           -
kitchen.recall                 kitchen           -
kitchen.recent                 kitchen           -
kitchen.setDish                kitchen           -
kitchen.setTicket              kitchen           -
kitchen.soldOut                kitchen           staff
menu.again                     counter           staff
menu.backOnSale                counter           staff
menu.changePrices              manager           manager
menu.checkFile                 manager           manager
menu.export                    counter           -
menu.get                       counter           -
menu.history                   counter           -
menu.ofOrder                   counter           -
menu.read                      counter           staff
menu.reviewPrices              counter           -
menu.setKind                   manager           manager
menu.setStock                  counter           staff
menu.soldOut                   counter           staff
menu.upload                    manager           manager
menu.uploadDifference          counter           -
notice.dismiss                 counter           -
order.accept                   counter           staff
order.check                    kitchen           -
order.confirm                  counter           staff
order.delivered                kitchen           staff
order.detail                   counter           -
order.operate                  manager-for-some  staff
order.ready                    kitchen           staff
order.reject                   counter           staff
order.review                   manager-for-some  staff
order.touch                    kitchen           -
order.undo                     kitchen           staff
order.uploadDocument           counter           staff
paper.preview                  counter           -
print.again                    counter           staff
print.dayReport                counter           shift-lead
print.move                     counter           staff
print.seen                     counter           staff
printer.learn                  manager           manager
printer.seen                   counter           -
printer.sheet                  counter           -
printer.test                   counter           -
printers.find                  manager           manager
printers.ofSystem              manager           manager
printers.whereItems            counter           -
sale.checkHours                counter           -
sale.deliveryProvider          counter           -
sale.hours                     counter           -
sale.openAgain                 counter           staff
sale.pause                     counter           staff
sale.setDeliveryProvider       manager           manager
sale.setSpecialDays            manager           manager
sale.setWeek                   manager           manager
screen.prefer                  counter           -
selfTest.run                   counter           -
settings.get                   manager           manager
settings.joinRelay             manager           manager
settings.leaveRelay            manager           manager
settings.saveAlerts            manager           manager
settings.saveBackup            manager           manager
settings.saveCouriers          manager           manager
settings.saveDeliveryPickup    manager           manager
settings.saveDesktop           manager           manager
settings.saveKitchen           manager           manager
settings.saveMap               manager           manager
settings.saveMerchant          manager           manager
settings.savePos               manager           manager
settings.savePrinters          manager           manager
settings.saveReports           manager           manager
settings.saveScreen            counter           -
settings.saveStaff             manager           manager
settings.saveStock             manager           manager
settings.saveStockKey          manager           manager
settings.saveTemplate          manager           manager
settings.saveWebhookSecret     manager           manager
settings.saveWork              manager-for-some  staff
sound.pause                    counter           -
staff.changes                  manager           manager
staff.here                     counter           -
staff.remove                   manager           manager
staff.save                     manager           manager
staff.scan                     counter           -
staff.signIn                   counter           -
staff.signOut                  counter           -
state.snapshot                 counter           -
training.leave                 counter           -
training.order                 counter           -
training.start                 counter           -
venue.askAddresses             counter           -
venue.awaitCode                manager           manager
venue.connect                  manager           manager
venue.openRedirect             manager           manager
venue.rename                   manager           manager
venue.resetIntegration         manager           manager
venue.setFlavour               manager           manager
venue.setRejectReasons         manager           manager
venue.tryAddresses             manager           manager
webhooks.change                manager           manager
webhooks.create                manager           manager
webhooks.delete                manager           manager
webhooks.list                  manager           manager
`;

test('each call may be made by the callers in the table, and the table has every call', () => {
  const answer = Object.fromEntries(
    TABLE.trim()
      .split('\n')
      .map((line) => [line.split(/ +/)[0], line.split(/ +/).slice(1)]),
  );
  const asked = Object.entries(calls).map(([name, call]) => [name, [call.who, call.who === 'manager' ? 'manager' : (call.role ?? '-')]]);
  expect(Object.fromEntries(asked)).toEqual(answer);
});
