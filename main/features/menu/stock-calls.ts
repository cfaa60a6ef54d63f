import { tillFolderBlockedBy } from '../../till/try-folder.ts';
import { DONE, type Handlers } from '../answers.ts';
import type { Kernel } from '../context.ts';

export function createStockCalls({
  time,
  settings,
  secrets,
}: Kernel<'time' | 'settings' | 'secrets'>): Pick<Handlers, 'settings.saveStock' | 'settings.saveStockKey'> {
  return {
    async 'settings.saveStock'({ stock }) {
      const isNew = stock.folder !== settings.get().stock.folder;
      settings.change((now) => ({ ...now, stock }));
      return {
        ok: true,
        value: { blockedBy: stock.folder === null ? null : await tillFolderBlockedBy(time, stock.folder, { isNew, isRead: true }) },
      };
    },
    async 'settings.saveStockKey'({ key }) {
      await secrets.setStockKey(key);
      return DONE;
    },
  };
}
