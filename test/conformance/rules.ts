/** All rules, in the document's order. */
import type { Rule } from './rule.ts';
import { deliveryRules } from './rules/deliveries.ts';
import { eventRules } from './rules/events.ts';
import { handlingRules } from './rules/handling.ts';
import { menuUpdateRules } from './rules/menu-updates.ts';
import { menuRules } from './rules/menus.ts';
import { operationRules } from './rules/operations.ts';
import { tokenRules } from './rules/tokens.ts';
import { venueRules } from './rules/venues.ts';

export const RULES: readonly Rule[] = [
  ...tokenRules,
  ...handlingRules,
  ...operationRules,
  ...menuRules,
  ...menuUpdateRules,
  ...venueRules,
  ...eventRules,
  ...deliveryRules,
];
