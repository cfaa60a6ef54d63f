/** Settings of earlier versions may hold addresses that are not safe to use any more: they are taken out and told of, and the rest goes on. */
import * as v from 'valibot';
import { mayBePlain, readAddress } from '../../preload/address.ts';
import { Settings } from '../../preload/settings.ts';

/** By the place in the settings: what is there without the address. */
const WITHOUT: Record<string, unknown> = {
  'service.auth_url': null,
  'service.order_base_url': null,
  'service.delivery_base_url': null,
  'service.gateway_url': null,
  'desktop.update_feed': null,
  'alerts.webhook_url': null,
  'pos.url': { kind: 'ticket-only' },
};

export interface Mended {
  settings: unknown;
  /** The places that were emptied, as docs/settings.md names them. */
  takenOut: string[];
}

/** What the schema refuses elsewhere is left for it to refuse. */
export function mendAddresses(stored: unknown): Mended {
  const settings = structuredClone(stored);
  sayPlainAtHome(settings);
  const takenOut: string[] = [];
  for (const issue of v.safeParse(Settings, settings).issues ?? []) {
    const path = (issue.path ?? []).map(({ key }) => String(key));
    const place = path.join('.');
    if (!Object.hasOwn(WITHOUT, place) || takenOut.includes(place)) continue;
    takenOut.push(place);
    const [section = '', name = ''] = path;
    const root = settings as Record<string, Record<string, unknown>>;
    if (place === 'pos.url') (root as Record<string, unknown>).pos = WITHOUT[place];
    else (root[section] as Record<string, unknown>)[name] = WITHOUT[place];
  }
  return { settings, takenOut };
}

/** Plain http in the venue's own network was allowed without a word: who has it goes on with it. */
function sayPlainAtHome(settings: unknown): void {
  const { pos, alerts } = (settings ?? {}) as { pos?: Record<string, unknown>; alerts?: Record<string, unknown> };
  if (pos?.kind === 'http' && pos.plain_http === undefined && isPlain(pos.url)) pos.plain_http = true;
  if (alerts && alerts.plain_http === undefined && isPlain(alerts.webhook_url)) alerts.plain_http = true;
}

function isPlain(address: unknown): boolean {
  const url = typeof address === 'string' ? readAddress(address) : null;
  return url !== null && url.protocol === 'http:' && !mayBePlain(url);
}
