/** A menu saved as if read from the service, and whole-menu work without a thread. */
import { isoDigits } from '../../main/orders/money/money.ts';
import type { Store } from '../../main/store/store.ts';
import { menuTasks } from '../../main/view/menu/whole/menu-tasks.ts';
import type { MenuWork } from '../../main/view/menu/whole/menu-thread.ts';

export const workHere: MenuWork = {
  read: async (given) => menuTasks.read(given, isoDigits),
  sheet: async (given) => menuTasks.sheet(given, isoDigits),
  checkFile: async (given) => menuTasks.checkFile(given, isoDigits),
  fileToSend: async (given) => menuTasks.fileToSend(given, isoDigits),
  file: async (given) => menuTasks.file(given, isoDigits),
  uploadDifference: async (given) => menuTasks.uploadDifference(given, isoDigits),
};

/** `menu`: as the service sends it. */
export function keepMenu(store: Store, venueId: string, readAt: number, menu: unknown): void {
  const answer = Buffer.from(JSON.stringify({ status: 'READY', menu }));
  const read = menuTasks.read({ answer, languages: [], upload: null }, isoDigits);
  if (read.status !== 'ready') throw new Error(`That is no menu: ${read.status}.`);
  store.write(() => {
    store.menu.copies.keep(venueId, `copy of ${readAt}`, read.parts);
    store.menu.copies.switchTo(venueId, `copy of ${readAt}`, readAt);
  });
}
