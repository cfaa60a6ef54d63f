/** All rules, in the order of the document. */
import type { Rule } from './rule.ts';
import { deliveryRules } from './rules/deliveries.ts';
import { eventRules } from './rules/events.ts';
import { handlingRules } from './rules/handling.ts';
import { operationRules } from './rules/operations.ts';
import { tokenRules } from './rules/tokens.ts';

export const RULES: readonly Rule[] = [...tokenRules, ...handlingRules, ...operationRules, ...eventRules, ...deliveryRules];
