/** All planted faults. */
import { OF_ACCESS } from './access.ts';
import { OF_MENU } from './menu.ts';
import { OF_MONEY } from './money.ts';
import { OF_ORDERS } from './orders.ts';
import type { Planted } from './planted.ts';

export const PLANTED: readonly Planted[] = [...OF_MONEY, ...OF_MENU, ...OF_ORDERS, ...OF_ACCESS];
