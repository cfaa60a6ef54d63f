/** The menu endpoints (section 4.3; paths from public sources). Answered at once, effective later. */
import { orderErrorBody } from '../assumptions.ts';
import type { Clock } from '../clock.ts';
import type { Variants } from '../variants.ts';
import type { Call, Endpoint } from '../venue-api/endpoints.ts';
import { Refusal } from '../wire/exchange.ts';
import { menuFrom } from './from-upload.ts';
import type { MenuBook } from './menu-book.ts';
import type { MenuReadings } from './menu-readings.ts';
import { inventoryUpdate, itemUpdate, type Update, valueUpdate } from './updates.ts';
import { checkUpload } from './upload-check.ts';

export function menuEndpoints(parts: { clock: Clock; menus: MenuBook; readings: MenuReadings; variants: Variants }): Endpoint[] {
  const { clock, menus, readings, variants } = parts;

  function createMenu({ venue, request, body, hasEffect }: Call): void {
    const type = request.headers['content-type'] ?? '';
    if (!/^application\/json\s*(;|$)/i.test(type))
      throw new Refusal(406, orderErrorBody('UNSUPPORTED_FORMAT', 'A menu must be application/json.'));
    const fields = body();
    checkUpload(fields, venue);
    const menu = menuFrom(fields, !variants.is('upload_quantity', 'missing'));
    if (hasEffect) menus.replaceLater(venue, menu, venue.state.processing.menu);
  }

  const updating = (name: string, read: (call: Call) => Update) => (call: Call) => {
    const update = read(call);
    if (call.hasEffect) menus.updateLater(call.venue, name, update, call.venue.state.processing.updates);
  };
  const update = (name: string, path: string, limited: Endpoint['limited'], read: (call: Call) => Update): Endpoint => ({
    name,
    method: 'PATCH',
    path: `/venues/{venue_id}/${path}`,
    success: 202,
    isOfMenu: true,
    serve: updating(name, read),
    ...(limited ? { limited } : {}),
  });

  return [
    {
      name: 'create menu',
      method: 'POST',
      path: '/v1/restaurants/{venue_id}/menu',
      success: 202,
      limited: 'createMenu',
      isOfMenu: true,
      serve: createMenu,
    },
    {
      name: 'get venue menu',
      method: 'GET',
      path: '/v2/venues/{venue_id}/menu',
      success: 202,
      limited: 'getMenu',
      isOfMenu: true,
      serve: ({ venue, hasEffect }) => readings.ask(venue, hasEffect),
    },
    update('update menu items', 'items', 'itemsUpdate', ({ body, venue }) => itemUpdate(body(), venue.state.kind, clock.now(), variants)),
    update('update option values', 'options/values', 'optionValuesUpdate', ({ body }) => valueUpdate(body())),
    update('update inventory', 'items/inventory', 'inventoryUpdate', ({ body }) => inventoryUpdate(body())),
  ];
}
