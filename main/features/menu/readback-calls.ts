/** What somebody looks at after a change, as the service shows it. */
import type { readbackCalls } from '../../../contract/calls/readback.ts';
import { differenceOf } from '../../menu/difference.ts';
import { menuFromUpload } from '../../menu/upload.ts';
import type { CurrencyDigits } from '../../orders/money/money.ts';
import type { MenuBook } from '../../outbox/menu/menu-book.ts';
import type { VenueApi } from '../../service/menu/venue-api.ts';
import type { Store } from '../../store/store.ts';
import { differenceView } from '../../view/menu/difference-view.ts';
import { type Handlers, refuse, refuseAs, UNKNOWN_VENUE } from '../answers.ts';

interface ReadbackCallsDeps {
  store: Store;
  menuBook: MenuBook;
  currencyDigits: CurrencyDigits;
  venueApi: Pick<VenueApi, 'deliveryProvider'>;
}

export function createReadbackCalls({
  store,
  menuBook,
  currencyDigits,
  venueApi,
}: ReadbackCallsDeps): Pick<Handlers, keyof typeof readbackCalls> {
  return {
    async 'sale.deliveryProvider'({ venueId }) {
      if (!store.venues.get(venueId)) return refuse(UNKNOWN_VENUE);
      const read = await venueApi.deliveryProvider(venueId);
      return read.ok ? { ok: true, value: { provider: read.value } } : refuseAs(read.problem);
    },
    'menu.uploadDifference': ({ venueId }) => {
      const sent = store.menu.get(venueId, 'upload', '')?.wants.menu;
      const menu = menuBook.of(venueId)?.menu;
      if (sent === undefined || !menu) return { ok: true, value: { of: null } };
      const { currency } = menu;
      const digits = currencyDigits(currency);
      const difference = differenceView(differenceOf(menuFromUpload(sent, digits ?? 2), menu, ''));
      return { ok: true, value: { of: { difference, currency, minorDigits: digits } } };
    },
  };
}
