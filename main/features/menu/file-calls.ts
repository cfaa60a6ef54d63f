/** A whole menu from a file, and to one. */
import { LARGEST_MENU_FILE } from '../../../contract/calls/menu.ts';
import { message } from '../../../contract/message.ts';
import { differenceOf } from '../../menu/difference.ts';
import { readMenuFile } from '../../menu/files/menu-file.ts';
import { menuToCsv } from '../../menu/files/menu-to-csv.ts';
import { menuToUpload } from '../../menu/upload.ts';
import { formOfTables, venueSettings } from '../../settings/settings.ts';
import { differenceView } from '../../view/menu/difference-view.ts';
import { iso } from '../../view/menu/pending.ts';
import { type Handlers, refuse, UNKNOWN_VENUE } from '../answers.ts';
import type { MenuCallsDeps, Saying } from './say.ts';

export function createFileCalls(
  { store, settings, currencyDigits, menuBook: book }: MenuCallsDeps,
  { say }: Saying,
): Pick<Handlers, `menu.${'checkFile' | 'upload' | 'export'}`> {
  const nameOf = (venueId: string): string => venueSettings(settings.get(), venueId).name ?? store.venues.get(venueId)?.name ?? venueId;

  return {
    'menu.checkFile': ({ venueId, format, text }) => {
      if (!store.venues.get(venueId)) return refuse(UNKNOWN_VENUE);
      const { menu, mistakes } = readMenuFile(text, format, currencyDigits);
      const copy = book.of(venueId);
      const difference = menu && copy ? differenceOf(copy.menu, menu, '') : null;
      const isHundredfold = difference?.repriced.some((one) => one.isHundredfold) ?? false;
      const value = {
        isGood: menu !== null,
        mistakes,
        items: menu?.items.length ?? 0,
        difference: difference && differenceView(difference),
        isHundredfold,
        currency: menu?.currency ?? '',
        minorDigits: currencyDigits(menu?.currency ?? ''),
        venueName: nameOf(venueId),
      };
      return { ok: true, value };
    },
    'menu.upload': ({ venueId, format, text, name, knowing }, by) => {
      if (!store.venues.get(venueId)) return refuse(UNKNOWN_VENUE);
      if (name.trim() !== nameOf(venueId).trim())
        return refuse({
          code: 'name',
          text: message('menuFile.typeVenueName'),
          hint: message('menuFile.venueNameIs', { name: nameOf(venueId) }),
        });
      const { menu, mistakes } = readMenuFile(text, format, currencyDigits);
      if (!menu)
        return refuse({
          code: 'mistakes',
          text: message('menuFile.hasMistakes', { count: mistakes.filter(({ isWarning }) => !isWarning).length }),
        });
      const copy = book.of(venueId);
      const isHundredfold = copy !== null && differenceOf(copy.menu, menu, '').repriced.some((one) => one.isHundredfold);
      if (isHundredfold && knowing !== true)
        return refuse({ code: 'hundredfold', text: message('menuFile.priceHundredfold'), hint: message('menuFile.checkPrices') });
      const body = menuToUpload(menu, currencyDigits(menu.currency) ?? 2);
      return say(
        venueId,
        [{ endpoint: 'upload', subject: '', wants: { menu: body } }],
        message('menuFile.wholeMenu', { count: menu.items.length }),
        by,
      );
    },
    'menu.export': ({ venueId, format }) => {
      const copy = book.of(venueId);
      if (!copy) return refuse({ code: 'no-menu', text: message('menu.notLoaded') });
      const body = menuToUpload(copy.menu, currencyDigits(copy.menu.currency) ?? 2);
      const text = format === 'csv' ? menuToCsv(body, formOfTables(settings.get())) : asJson(body);
      return { ok: true, value: { name: `menu-${iso(copy.readAt).slice(0, 10)}.${format}`, text } };
    },
  };
}

/** Of a menu of thousands without indents: what goes out must be taken in again. */
function asJson(body: unknown): string {
  const indented = `${JSON.stringify(body, null, 2)}\n`;
  return indented.length > LARGEST_MENU_FILE ? `${JSON.stringify(body)}\n` : indented;
}
