import type { readbackCalls } from '../../../contract/calls/readback.ts';
import type { VenueApi } from '../../service/menu/venue-api.ts';
import type { Store } from '../../store/store.ts';
import { copyOf } from '../../view/menu/whole/menu-tasks.ts';
import type { MenuWork } from '../../view/menu/whole/menu-thread.ts';
import { type Handlers, refuse, refuseAs, UNKNOWN_VENUE } from '../answers.ts';

interface ReadbackCallsDeps {
  store: Store;
  menuWork: MenuWork;
  venueApi: Pick<VenueApi, 'deliveryProvider'>;
}

export function createReadbackCalls({ store, menuWork, venueApi }: ReadbackCallsDeps): Pick<Handlers, keyof typeof readbackCalls> {
  return {
    async 'sale.deliveryProvider'({ venueId }) {
      if (!store.venues.get(venueId)) return refuse(UNKNOWN_VENUE);
      const read = await venueApi.deliveryProvider(venueId);
      return read.ok ? { ok: true, value: { provider: read.value } } : refuseAs(read.problem);
    },
    async 'menu.uploadDifference'({ venueId }) {
      const upload = store.menu.get(venueId, 'upload', '') && store.menu.upload(venueId);
      const copy = copyOf(store, venueId);
      return { ok: true, value: { of: upload && copy && (await menuWork.uploadDifference({ copy, upload })) } };
    },
  };
}
