/** Where orders are handed to the till, and where it gives counted stock. */
import * as v from 'valibot';
import { mistake } from '../mistake.ts';
import { PosSettings, StockSettings } from '../settings/settings.ts';
import { type BlockedBy, type Calls, type Done, output, Pasted } from './call.ts';

export const tillCalls = {
  'settings.savePos': {
    who: 'manager',
    cost: 10,
    noted: true,
    input: v.object({
      pos: PosSettings,
    }),
    /** Kept either way: `blockedBy` says what keeps the till's folder from being written to now. */
    output: output<BlockedBy>(),
  },
} as const satisfies Calls;

export const stockCalls = {
  /** Where a till gives counted stock. Kept either way: `blockedBy` says what keeps the folder from being watched now. */
  'settings.saveStock': { who: 'manager', cost: 10, noted: true, input: v.object({ stock: StockSettings }), output: output<BlockedBy>() },
  /** Goes inwards only, into the vault; the key before it holds no more. */
  'settings.saveStockKey': {
    who: 'manager',
    cost: 10,
    noted: true,
    input: v.object({ key: v.pipe(Pasted, v.minLength(16, mistake('field.keyTooShort'))) }),
    output: output<Done>(),
  },
} as const satisfies Calls;
