/** A partner's calls about menus and venues, for tests: only public calls and paths. */
import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { Answer, Partner } from './partner.ts';

export interface ReadItem {
  id: string;
  product: { name: { lang: string; value: string }[]; external_id: string; sku: string | null; gtin: string | null };
  price: number;
  enabled: { enabled: boolean };
  inventory_mode?: string;
  vat_percentage: number | null;
  [key: string]: unknown;
}

export interface ReadOption {
  id: string;
  external_id: string | null;
  values: { id: string; product: { external_id: string }; enabled: { enabled: boolean }; price: number; [key: string]: unknown }[];
  [key: string]: unknown;
}

export interface ReadMenu {
  id: string;
  currency: string;
  categories: { id: string; item_bindings: { id: string; item_id: string }[]; [key: string]: unknown }[];
  items: ReadItem[];
  options: ReadOption[];
  [key: string]: unknown;
}

export interface TrueMenu {
  items: {
    external_id: string;
    orderable: boolean;
    inventory: number | null;
    in_stock: boolean;
    enabled: boolean;
    price: number;
    price_now: number;
  }[];
  option_values: { external_id: string; enabled: boolean; price: number; vat_percentage: number | null }[];
  pending: { operation: string; applies_at: string }[];
}

/** An example of the public documentation. Its dates are in the far future. */
export function example(name: string): Record<string, unknown> {
  const text = readFileSync(new URL(`../../fixtures/menu/${name}.json`, import.meta.url), 'utf8');
  return JSON.parse(text.replaceAll('"2030-', '"2930-'));
}

export const later = (partner: Partner, seconds: number) => partner.control('POST', '/clock', { advance_seconds: seconds });
export const change = (partner: Partner, wishes: unknown) => partner.control('PATCH', `/venues/${partner.venueId}`, wishes);
export const venue = (partner: Partner, method: string, path: string, body?: unknown): Promise<Answer> =>
  partner.order(method, `/venues/${partner.venueId}/${path}`, body);
export const update = (partner: Partner, path: string, ...data: unknown[]) => venue(partner, 'PATCH', path, { data });
export const upload = (partner: Partner, menu: unknown) => partner.order('POST', `/v1/restaurants/${partner.venueId}/menu`, menu);
export const ask = (partner: Partner) => partner.order('GET', `/v2/venues/${partner.venueId}/menu`);
/** A resource_url, requested without a token unless a header is given. */
export async function poll(url: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(String(url), { headers, redirect: 'error' });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  const body: { status?: string; error?: unknown; menu?: ReadMenu; request_id?: string } = isJson ? JSON.parse(text) : {};
  return { status: response.status, text, body };
}
export const truth = async (partner: Partner) =>
  (await partner.control('GET', `/venues/${partner.venueId}/menu`)).body as unknown as TrueMenu;

/** Reads the menu, moving the clock past the reading delay. */
export async function readMenu(partner: Partner): Promise<ReadMenu> {
  const { status, body } = await ask(partner);
  expect(status, JSON.stringify(body)).toBe(202);
  await later(partner, 60);
  const answer = await poll(body.resource_url);
  if (!answer.body.menu) throw new Error(`The menu is not READY: ${answer.text.slice(0, 500)}`);
  return answer.body.menu;
}

export const itemOf = (menu: ReadMenu, externalId: string): ReadItem => {
  const found = menu.items.find(({ product }) => product.external_id === externalId);
  if (!found) throw new Error(`No item ${externalId}.`);
  return found;
};
export const optionValueOf = (menu: ReadMenu, externalId: string) => {
  const found = menu.options.flatMap(({ values }) => values).find(({ product }) => product.external_id === externalId);
  if (!found) throw new Error(`No option value ${externalId}.`);
  return found;
};

export function menuWith(item: Record<string, unknown> = {}, more: Record<string, unknown> = {}): Record<string, unknown> {
  return { currency: 'EUR', primary_language: 'en', categories: [{ name: textOf('Soups'), items: [soup(item)] }], ...more };
}
export const soup = (more: Record<string, unknown> = {}) => ({
  name: textOf('Fish soup'),
  price: 11.9,
  sales_tax_percentage: 14,
  enabled: true,
  external_data: 'POS-2001',
  ...more,
});
export const textOf = (value: string, lang = 'en') => [{ lang, value }];
export const optionValue = (more: Record<string, unknown> = {}) => ({
  name: textOf('Rye bread'),
  price: 0,
  enabled: true,
  default: false,
  external_data: 'OV-RYE',
  ...more,
});
export const option = (...values: unknown[]) => ({ name: textOf('Bread'), type: 'SingleChoice', values });
export const nested = (levels: number): Record<string, unknown> =>
  optionValue({ external_data: `OV-${levels}`, ...(levels === 0 ? {} : { sub_options: [option(nested(levels - 1))] }) });

export const wrongAt = ({ body }: Answer): string[] =>
  Array.isArray(body.details) ? (body.details as { path: string }[]).map(({ path }) => path) : [];
