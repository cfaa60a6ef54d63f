/** Creating and reading menus: section 4.3, with 7.3 and 8; public paths and bodies. */
import { expect } from 'vitest';
import {
  ask,
  itemOf,
  later,
  menuWith,
  nested,
  option,
  optionValue,
  optionValueOf,
  poll,
  readMenu,
  soup,
  textOf,
  update,
  upload,
} from '../../integration/sandbox/menus.ts';
import type { Partner } from '../../integration/sandbox/partner.ts';
import { type Rule, rule } from '../rule.ts';

const CREATE = { counter: 'renderer/menu/file/replace.tsx: menu.upload' } as const;
const CHECK = { counter: 'renderer/menu/file/menu-file.tsx: menu.checkFile' } as const;
const READ = { counter: 'renderer/menu/use-menu.ts: menu.get' } as const;
const TROUBLE = {
  counter: 'renderer/menu/parts/menu-age.tsx: menu.read',
} as const;
/** A venue without limits, which aren't part of the rule. */
const UNLIMITED = { limits: { itemsUpdate: null, inventoryUpdate: null, getMenu: null } };

const answers = async (partner: Partner, menu: unknown): Promise<number> => (await upload(partner, menu)).status;
const values = (more: Record<string, unknown>) => menuWith({ options: [option(optionValue(more))] });
const inFormat = async (partner: Partner, type: string, body: string): Promise<number> => {
  const url = `${partner.sandbox.order_base_url}/v1/restaurants/${partner.venueId}/menu`;
  return (await fetch(url, { method: 'POST', headers: { authorization: `Bearer ${partner.token}`, 'content-type': type }, body })).status;
};

export const menuRules: Rule[] = [
  rule(
    '4.3',
    'create menu answers 202 and replaces the whole menu, including later changes of its items',
    { ...CREATE, venue: UNLIMITED },
    async (partner) => {
      expect(await answers(partner, menuWith())).toBe(202);
      await later(partner, 60);
      await update(partner, 'items', { external_id: 'POS-2001', price: 1_500 });
      await later(partner, 60);
      expect(itemOf(await readMenu(partner), 'POS-2001').price).toBe(1_500);
      await upload(partner, menuWith());
      await later(partner, 60);
      const menu = await readMenu(partner);
      expect([menu.items.length, itemOf(menu, 'POS-2001').price]).toEqual([1, 1_190]);
    },
  ),
  rule('8', 'create menu is processed asynchronously and visible in under a minute', { ...CREATE, venue: UNLIMITED }, async (partner) => {
    await upload(partner, menuWith());
    await later(partner, 59);
    expect((await readMenu(partner)).items.map(({ product }) => product.external_id)).toEqual(['POS-2001']);
  }),
  rule(
    '4.3',
    'get venue menu answers 202 with request_id and resource_url, which returns PENDING, then READY with the menu',
    READ,
    async (partner) => {
      const { status, body } = await ask(partner);
      expect([status, body]).toEqual([202, { request_id: expect.any(String), resource_url: expect.any(String) }]);
      expect((await poll(body.resource_url)).body).toEqual({ request_id: body.request_id, status: 'PENDING' });
      await later(partner, 60);
      expect((await poll(body.resource_url)).body).toMatchObject({ status: 'READY', menu: { items: expect.any(Array) } });
    },
  ),
  rule(
    '4.3',
    'a reading of a menu may end in ERROR, with an optional error',
    { ...READ, venue: { readings_that_fail: 1 } },
    async (partner) => {
      const { body } = await ask(partner);
      await later(partner, 60);
      const { body: answer } = await poll(body.resource_url);
      expect([answer.status, 'menu' in answer]).toEqual(['ERROR', false]);
    },
  ),
  rule('4.3', 'resource_url is a signed address at another host, fetched without an Authorization header', READ, async (partner) => {
    const { body } = await ask(partner);
    expect(new URL(String(body.resource_url)).host).not.toBe(new URL(partner.sandbox.order_base_url).host);
    expect((await poll(body.resource_url)).status).toBe(200);
    expect((await poll(body.resource_url, { authorization: `Bearer ${partner.token}` })).status).toBe(400);
  }),
  rule('4.3', 'options accept max_same_selections and max_free_selections', CHECK, async (partner) => {
    const many = (more: object) => menuWith({ options: [{ ...option(optionValue()), type: 'MultiChoice', ...more }] });
    expect(await answers(partner, many({ max_same_selections: 2, max_free_selections: 1 }))).toBe(202);
    expect(await answers(partner, many({ max_same_selections: -1 }))).toBe(400);
    expect(await answers(partner, many({ max_free_selections: 'all' }))).toBe(400);
  }),
  rule('8', 'an option value has at most 3 sub_options, nested at most 3 levels', CHECK, async (partner) => {
    const wide = (number: number) => values({ sub_options: Array.from({ length: number }, () => option(optionValue())) });
    expect([await answers(partner, wide(3)), await answers(partner, wide(4))]).toEqual([202, 400]);
    const deep = (levels: number) => menuWith({ options: [option(nested(levels))] });
    expect([await answers(partner, deep(3)), await answers(partner, deep(4))]).toEqual([202, 400]);
  }),
  rule('4.3', "sub_option_values is deprecated and can't be combined with sub_options", CHECK, async (partner) => {
    expect(await answers(partner, values({ sub_option_values: [] }))).toBe(202);
    expect(await answers(partner, values({ sub_option_values: [], sub_options: [option(optionValue())] }))).toBe(400);
  }),
  rule(
    '4.3',
    'visible_to_merchant is true by default; an option value without it appears in no order',
    { ...CHECK, venue: UNLIMITED },
    async (partner) => {
      const shown = optionValue({ external_data: 'OV-SHOWN' });
      const hidden = optionValue({ external_data: 'OV-HIDDEN', visible_to_merchant: false });
      await upload(partner, menuWith({ options: [{ ...option(shown, hidden), type: 'MultiChoice' }] }));
      await later(partner, 60);
      const picked = new Set<unknown>();
      for (let times = 0; times < 30; times += 1) {
        const id = await partner.place('takeaway');
        const { items } = (await partner.order('GET', `/v2/orders/${id}`)).body as { items: { options: { value_pos_id: string }[] }[] };
        for (const one of items) for (const { value_pos_id: value } of one.options) picked.add(value);
      }
      expect([...picked]).toEqual(['OV-SHOWN']);
      expect(optionValueOf(await readMenu(partner), 'OV-HIDDEN').enabled).toEqual({ enabled: true });
    },
  ),
  rule('4.3', 'a deposit requires price and vat_percentage', CHECK, async (partner) => {
    expect(await answers(partner, menuWith({ deposit: { price: 0.15, vat_percentage: 14 } }))).toBe(202);
    expect(await answers(partner, menuWith({ deposit: { price: 0.15 } }))).toBe(400);
    expect(await answers(partner, values({ deposit: { vat_percentage: 14 } }))).toBe(400);
  }),
  rule('4.3', 'a category holds either items or subcategories, never both; a subcategory holds only items', CHECK, async (partner) => {
    const menu = (category: object) => menuWith({}, { categories: [{ name: textOf('Soups'), ...category }] });
    const below = (more: object = {}) => ({ name: textOf('Fish'), items: [soup()], ...more });
    expect(await answers(partner, menu({ items: [], subcategories: [below()] }))).toBe(202);
    expect(await answers(partner, menu({ items: [soup()], subcategories: [below()] }))).toBe(400);
    expect(await answers(partner, menu({ items: [], subcategories: [below({ items: [], subcategories: [below()] })] }))).toBe(400);
  }),
  rule('4.3', 'a product name has at least one entry, in the primary language', CHECK, async (partner) => {
    expect(await answers(partner, menuWith({ name: [...textOf('Fish soup'), ...textOf('Kalakeitto', 'fi')] }))).toBe(202);
    expect(await answers(partner, menuWith({ name: textOf('Kalakeitto', 'fi') }))).toBe(400);
    expect(await answers(partner, menuWith({ name: [] }))).toBe(400);
    expect(await answers(partner, values({ name: textOf('Ruisleipä', 'fi') }))).toBe(400);
  }),
  rule(
    '4.3',
    "a menu's prices are in major units when sent, in minor units when read, and all in one currency",
    { ...CREATE, venue: UNLIMITED },
    async (partner) => {
      expect(await answers(partner, menuWith({ price: 1190.005 }))).toBe(400);
      expect(await answers(partner, menuWith({}, { currency: 'SEK' }))).toBe(400);
      await upload(partner, menuWith({ price: 11.9 }));
      await later(partner, 60);
      expect(itemOf(await readMenu(partner), 'POS-2001').price).toBe(1_190);
    },
  ),
  rule('7.3', '400 for an invalid structure of a menu, with details in the body', CHECK, async (partner) => {
    const { status, body } = await upload(partner, menuWith({ price: undefined, enabled: 'yes' }));
    expect([status, (body.details as unknown[]).length]).toEqual([400, 2]);
  }),
  rule('7.3', '406 for a menu in an unsupported format', TROUBLE, async (partner) => {
    expect(await inFormat(partner, 'application/xml', '<menu/>')).toBe(406);
  }),
  rule('8', '406 for a menu with invalid VAT rates in more than 5 percent of its items', CHECK, async (partner) => {
    const menu = (wrong: number) => {
      const items = Array.from({ length: 20 }, (_, at) => soup({ external_data: `POS-${at}`, sales_tax_percentage: at < wrong ? 17 : 14 }));
      return menuWith({}, { categories: [{ name: textOf('Soups'), items }] });
    };
    expect([await answers(partner, menu(1)), await answers(partner, menu(2))]).toEqual([202, 406]);
  }),
  rule(
    '7.3',
    '401 for wrong credentials, and for a venue that is not enabled for menu endpoints',
    { ...TROUBLE, venue: { menu_enabled: false } },
    async (partner) => {
      expect(await answers(partner, menuWith())).toBe(401);
      await partner.control('PATCH', `/venues/${partner.venueId}`, { menu_enabled: true });
      expect(await answers(partner, menuWith())).toBe(202);
      expect((await partner.order('GET', `/v2/venues/${partner.venueId}/menu`, undefined, 'nonsense')).status).toBe(401);
    },
  ),
  rule('7.3', '403 for a venue that is marked deleted', { ...TROUBLE, venue: { is_deleted: true } }, async (partner) => {
    expect([await answers(partner, menuWith()), (await ask(partner)).status]).toEqual([403, 403]);
  }),
  rule('7.3', '405 for a wrong method at a menu endpoint', { counter: 'service alone' }, async (partner) => {
    expect((await partner.order('PUT', `/v1/restaurants/${partner.venueId}/menu`, menuWith())).status).toBe(405);
    expect((await partner.order('POST', `/venues/${partner.venueId}/items`, { data: [] })).status).toBe(405);
  }),
  rule('7.3', '500 is temporary; at most 5 retry cycles', TROUBLE, async (partner) => {
    await partner.control('POST', '/faults', { match: 'POST /v1/restaurants/*/menu', status: 500, times: 2 });
    const seen: number[] = [];
    for (let cycle = 0; cycle < 3; cycle += 1) seen.push(await answers(partner, menuWith()));
    expect(seen).toEqual([500, 500, 202]);
  }),
];
