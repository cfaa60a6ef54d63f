/**
 * The menu endpoints (section 4.3). A 429 pauses only its endpoint and venue. Menus are fetched from an address named by the service,
 * without the token, and never logged.
 */
import { message } from '../../../contract/message.ts';
import { readJson } from '../../../shared/json/read-json.ts';
import { asRecord, asText, type Fields } from '../../orders/text/reading.ts';
import type { Http } from '../http.ts';
import { mayGoTo } from '../other-address.ts';
import { failure, ok, type Result } from '../problem.ts';
import type { CallEndpoint } from './endpoints.ts';

/** 5,000 items with options are about 20 MB. */
const ROOM = { bytes: 64 * 1024 * 1024, values: 8_000_000 };
const LARGE_MS = 60_000;

/** `unclear`: not an answer of the service. */
export type MenuReading = { status: 'pending' | 'error' | 'unclear' } | { status: 'ready'; menu: Fields };

/** Parses the answer of `readMenu`; takes half a second for thousands of items. */
export function menuReadingOf(answer: Uint8Array): MenuReading {
  const body = asRecord(readJson(new TextDecoder().decode(answer), ROOM.values));
  const menu = asRecord(body?.menu);
  const status = asText(body?.status)?.toUpperCase();
  if (status === 'ERROR') return { status: 'error' };
  if (menu && status !== 'PENDING') return { status: 'ready', menu };
  return { status: body ? 'pending' : 'unclear' };
}

export interface MenuApi {
  /** POST create menu: replaces the whole menu. `menu`: the upload form (main/menu/upload.ts) as JSON. */
  createMenu(venueId: string, menu: Buffer): Promise<Result<null>>;
  /** GET venue menu: returns the address for `readMenu`. */
  askMenu(venueId: string): Promise<Result<string>>;
  /** GET of that address, without the token, only by HTTPS or on this computer. See `menuReadingOf`. */
  readMenu(resourceUrl: string): Promise<Result<Uint8Array>>;
  /** PATCH items; one identifier per row (main/menu/changes.ts). */
  updateItems(venueId: string, rows: readonly Fields[]): Promise<Result<null>>;
  /** PATCH option values, by external_id. */
  updateOptionValues(venueId: string, rows: readonly Fields[]): Promise<Result<null>>;
  /** PATCH counted stock. */
  updateInventory(venueId: string, rows: readonly Fields[]): Promise<Result<null>>;
}

export function createMenuApi({ http, call, baseUrl }: { http: Http; call: CallEndpoint; baseUrl: () => string | null }): MenuApi {
  const update =
    (name: 'update_items' | 'update_option_values' | 'update_inventory') =>
    async (venueId: string, rows: readonly Fields[]): Promise<Result<null>> =>
      none(await call(venueId, name, { body: { data: rows } }));

  return {
    createMenu: async (venueId, menu) => none(await call(venueId, 'create_menu', { body: menu, totalMs: LARGE_MS })),
    async askMenu(venueId) {
      const answer = await call(venueId, 'get_menu', { fits: (body) => asText(asRecord(body)?.resource_url) !== null });
      if (!answer.ok) return answer;
      const url = asText(asRecord(answer.value.body)?.resource_url);
      return url !== null && mayGoTo(url, baseUrl()) ? ok(url) : failure(NO_ADDRESS);
    },
    async readMenu(resourceUrl) {
      if (!mayGoTo(resourceUrl, baseUrl())) return failure(NO_ADDRESS);
      const answer = await http.send({
        method: 'GET',
        url: resourceUrl,
        expects: null,
        totalMs: LARGE_MS,
        rawUpTo: ROOM.bytes,
        idempotent: true,
      });
      // An expired address gets the storage's own error, so a new address is requested.
      if (!answer.ok) return answer.problem.status === undefined ? answer : failure(NO_ADDRESS);
      return ok(answer.value.raw ?? new Uint8Array());
    },
    updateItems: update('update_items'),
    updateOptionValues: update('update_option_values'),
    updateInventory: update('update_inventory'),
  };
}

const NO_ADDRESS = { code: 'bad-answer', text: message('menu.noneFromService') } as const;

export function none<T>(answer: Result<T>): Result<null> {
  return answer.ok ? ok(null) : answer;
}
