/** The service's data about an order as named facts, separate from what it didn't send. */
import type { OrderDetail } from '../../../contract/contract.ts';
import type { Text } from '../../../contract/message.ts';
import { asText, type Fields, inShort } from '../../orders/text/reading.ts';

export type Section = OrderDetail['sections'][number];
export type Fact = Section['facts'][number];

/** `value` replaces it if the field is an object. */
export function fact(label: Text, fields: Fields, key: string, value?: string | null): Fact {
  const raw = fields[key];
  const text = value === undefined ? (typeof raw === 'boolean' ? raw : asSent(raw)) : value;
  return { label, value: text, isGiven: key in fields };
}

/** Null only if absent: unreadable values are shown as received. */
export function asSent(value: unknown): string | null {
  return value === null || value === undefined ? null : (asText(value) ?? inShort(value));
}

/** `INVOICE_CORRECTION` and `service_fee` as words. */
export function sentence(name: string): string {
  const words = name.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
