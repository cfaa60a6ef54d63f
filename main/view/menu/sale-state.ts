/** Whether a menu entry is on sale, by the last copy and pending changes. */
import type { SaleState } from '../../../contract/contract.ts';
import { FORCED_OUT, type MenuItem, type MenuValue } from '../../menu/model.ts';
import type { Intent } from '../../store/rows/menu/menu-rows.ts';
import type { Store } from '../../store/store.ts';
import { endOf, iso, pendingView } from './pending.ts';

/** `until`: when it returns automatically, ISO UTC. */
export interface Copied {
  isOn: boolean;
  until: string | null;
}

export const itemNow = (of: Pick<MenuItem, 'enabled' | 'inventoryMode' | 'disabledUntil'>): Copied => ({
  isOn: of.enabled && of.inventoryMode !== FORCED_OUT,
  until: of.disabledUntil,
});
export const valueNow = (of: Pick<MenuValue, 'enabled'>): Copied => ({ isOn: of.enabled, until: null });

/** `now`: service clock, epoch ms. */
export function saleOf(store: Store, intent: Intent | null | undefined, copied: Copied, now: number): SaleState {
  const until = intent && intent.state !== 'refused' ? endOf(intent) : null;
  const copiedUntil = copied.until === null ? Number.NaN : Date.parse(copied.until);
  const end = until ?? (Number.isNaN(copiedUntil) ? null : copiedUntil);
  const isOut = !copied.isOn || copiedUntil > now;
  return {
    state: isOut ? 'sold-out' : 'on-sale',
    until: end !== null && end > now ? iso(end) : null,
    pending: pendingView(store, intent, now),
  };
}
