/** All planted faults. */
import { OF_ACCESS } from './access.ts';
import { OF_MENU } from './menu.ts';
import { OF_MONEY } from './money.ts';
import { OF_ORDERS } from './orders.ts';
import { OF_PAPERS } from './papers.ts';
import type { Planted } from './planted.ts';
import { OF_RELAY } from './relay.ts';
import { OF_REPORTS } from './reports.ts';
import { OF_SERVICE } from './service.ts';

export const PLANTED: readonly Planted[] = [
  ...OF_MONEY,
  ...OF_MENU,
  ...OF_ORDERS,
  ...OF_SERVICE,
  ...OF_PAPERS,
  ...OF_RELAY,
  ...OF_REPORTS,
  ...OF_ACCESS,
];
