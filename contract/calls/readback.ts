/** What someone looks at after a change, as the service shows it: who delivers, and how the menu differs from the file that was sent. */
import * as v from 'valibot';
import type { UploadDifferenceView } from '../views/menu.ts';
import { type Calls, Id, output } from './call.ts';

const OfVenue = v.object({ venueId: Id });

export const readbackCalls = {
  /** Asks the service. `SERVICE`, `SELF_DELIVERY`, or a word that this version does not know. */
  'sale.deliveryProvider': { who: 'counter', role: null, input: OfVenue, output: output<{ provider: string }>() },
  /** From the file that was sent last to the menu that was read last; null where there is none to compare. */
  'menu.uploadDifference': { who: 'counter', role: null, input: OfVenue, output: output<{ of: UploadDifferenceView | null }>() },
} as const satisfies Calls;
