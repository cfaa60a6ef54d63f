/** The service's data about an order as labeled facts; marks missing ones. */
import type { OrderDetail } from '../../../contract/contract.ts';
import type { Text } from '../../../contract/message.ts';
import { asText, type Fields, inShort } from '../../orders/text/reading.ts';

export type Section = OrderDetail['sections'][number];
export type Fact = Section['facts'][number];

/** `value`: the text if the field is an object. */
export function fact(label: Text, fields: Fields, key: string, value?: string | null): Fact {
  const raw = fields[key];
  const text = value === undefined ? (typeof raw === 'boolean' ? raw : asReceived(raw)) : value;
  return { label, value: text, isGiven: key in fields };
}

/** Null only if absent; unreadable values are shown as received. */
export function asReceived(value: unknown): string | null {
  return value === null || value === undefined ? null : (asText(value) ?? inShort(value));
}

/** Turns `INVOICE_CORRECTION` and `service_fee` into words. */
export function sentence(name: string): string {
  const words = name.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
