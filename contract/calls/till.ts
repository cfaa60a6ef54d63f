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
    output: output<BlockedBy>(),
  },
} as const satisfies Calls;

export const stockCalls = {
  'settings.saveStock': { who: 'manager', cost: 10, noted: true, input: v.object({ stock: StockSettings }), output: output<BlockedBy>() },
  /** Write-only, into the vault; replaces the previous key. */
  'settings.saveStockKey': {
    who: 'manager',
    cost: 10,
    noted: true,
    input: v.object({ key: v.pipe(Pasted, v.minLength(16, mistake('field.keyTooShort'))) }),
    output: output<Done>(),
  },
} as const satisfies Calls;
