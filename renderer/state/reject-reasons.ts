import type { CallInput } from '../../contract/contract.ts';
import { t } from '../words.ts';

export type RejectCode = CallInput<'order.reject'>['code'];
export const REJECT_CODES = ['GENERIC', 'ITEMS_UNAVAILABLE', 'VENUE_CLOSING_SOON'] as const satisfies readonly RejectCode[];

export const presetsOf = (code: RejectCode): string[] => [t(`reject.presets.${code}.1`), t(`reject.presets.${code}.2`)];
