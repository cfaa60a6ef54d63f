/** What a call of the counter costs, counted in usual ones: some read or draw a lot, and one page must not keep the bridge busy with them. */
import type { CallName } from '../../../contract/contract.ts';

const HEAVY: Partial<Record<CallName, number>> = {
  'paper.preview': 50,
  'history.search': 5,
  'history.report': 40,
  'history.csv': 40,
  'diagnostics.get': 5,
  'diagnostics.bundle': 40,
  'printers.find': 40,
  'printers.ofSystem': 10,
  'printers.whereItems': 10,
  'selfTest.run': 40,
  'backup.make': 40,
  'displays.list': 1,
  'print.dayReport': 20,
  'staff.signIn': 5,
  'staff.scan': 5,
  'training.order': 10,
  'venue.askAddresses': 20,
  'venue.tryAddresses': 20,
  'venue.openRedirect': 20,
};

/** Each is written to the disk whole, and everything that is shown is worked out again. */
const SETTING = /^(settings\.save|staff\.(save|remove)|venue\.(set|rename)|screen\.prefer|displays\.)/;
const OF_A_SETTING = 10;

/** 1 for a usual call, and for a name that is none. */
export function costOfCall(name: string): number {
  if (Object.hasOwn(HEAVY, name)) return HEAVY[name as CallName] ?? 1;
  return SETTING.test(name) ? OF_A_SETTING : 1;
}
