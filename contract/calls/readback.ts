/** Calls that read the service's state after a change: delivery provider, and differences between uploaded and current menu. */
import * as v from 'valibot';
import type { UploadDifferenceView } from '../views/menu.ts';
import { type Calls, Id, output } from './call.ts';

const OfVenue = v.object({ venueId: Id });

export const readbackCalls = {
  /** Asks the service who delivers: `SERVICE`, `SELF_DELIVERY`, or a value unknown to this version. */
  'sale.deliveryProvider': { who: 'counter', role: null, input: OfVenue, output: output<{ provider: string }>() },
  /** Compares the last uploaded file with the last read menu; null if either is missing. */
  'menu.uploadDifference': { who: 'counter', role: null, input: OfVenue, output: output<{ of: UploadDifferenceView | null }>() },
} as const satisfies Calls;
