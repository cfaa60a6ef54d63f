import { message } from '../../../contract/message.ts';
import { formOfTables, venueSettings } from '../../settings/settings.ts';
import { iso } from '../../view/menu/pending.ts';
import { copyOf } from '../../view/menu/whole/menu-tasks.ts';
import { type Handlers, refuse, UNKNOWN_VENUE } from '../answers.ts';
import type { MenuCallsDeps, MenuChanges } from './menu-changes.ts';

export function createFileCalls(
  { store, settings, menuWork }: MenuCallsDeps,
  { record }: MenuChanges,
): Pick<Handlers, `menu.${'checkFile' | 'upload' | 'export'}`> {
  const nameOf = (venueId: string): string => venueSettings(settings.get(), venueId).name ?? store.venues.get(venueId)?.name ?? venueId;

  return {
    async 'menu.checkFile'({ venueId, format, text }) {
      if (!store.venues.get(venueId)) return refuse(UNKNOWN_VENUE);
      const checked = await menuWork.checkFile({ text, format, copy: copyOf(store, venueId) });
      return { ok: true, value: { ...checked, venueName: nameOf(venueId) } };
    },
    async 'menu.upload'({ venueId, format, text, name, knowing }, by) {
      if (!store.venues.get(venueId)) return refuse(UNKNOWN_VENUE);
      if (name.trim() !== nameOf(venueId).trim())
        return refuse({
          code: 'name',
          text: message('menuFile.typeVenueName'),
          hint: message('menuFile.venueNameIs', { name: nameOf(venueId) }),
        });
      const { menu, items, mistakes, isHundredfold } = await menuWork.fileToSend({ text, format, copy: copyOf(store, venueId) });
      if (!menu) return refuse({ code: 'mistakes', text: message('menuFile.hasMistakes', { count: mistakes }) });
      if (isHundredfold && knowing !== true)
        return refuse({ code: 'hundredfold', text: message('menuFile.priceHundredfold'), hint: message('menuFile.checkPrices') });
      return store.write(() => {
        store.menu.keepUpload(venueId, menu);
        return record(venueId, [{ endpoint: 'upload', subject: '', wants: {} }], message('menuFile.wholeMenu', { count: items }), by);
      });
    },
    async 'menu.export'({ venueId, format }) {
      const readAt = store.menu.copies.get(venueId)?.readAt;
      const copy = copyOf(store, venueId);
      const text = copy && (await menuWork.file({ copy, format, form: formOfTables(settings.get()) }));
      if (readAt === undefined || text === null) return refuse({ code: 'no-menu', text: message('menu.notLoaded') });
      return { ok: true, value: { name: `menu-${iso(readAt).slice(0, 10)}.${format}`, text } };
    },
  };
}
