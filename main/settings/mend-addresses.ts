/** Settings of earlier versions may hold addresses that are not safe to use any more: they are taken out and told of, and the rest goes on. */
import * as v from 'valibot';
import { Settings } from '../../contract/settings/settings.ts';

/** By the place in the settings: what is there without the address. */
const WITHOUT: Record<string, unknown> = {
  'service.auth_url': null,
  'service.order_base_url': null,
  'service.delivery_base_url': null,
  'service.gateway_url': null,
  'desktop.update_feed': null,
  'relay.url': null,
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
