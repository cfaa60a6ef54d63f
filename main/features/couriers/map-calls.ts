import type { SettingsKeeper } from '../../settings/settings.ts';
import { DONE, type Handlers, refuse } from '../answers.ts';
import { hiddenParts, unmaskedAddress } from '../masked-settings.ts';

export function createMapCalls({ settings }: { settings: SettingsKeeper }): Pick<Handlers, 'courier.streets' | 'settings.saveMap'> {
  return {
    'courier.streets': () => {
      const { tiles_url: address, attribution, largest_zoom: largestZoom } = settings.get().map;
      return { ok: true, value: { streets: address === null ? null : { address, attribution: attribution ?? '', largestZoom } } };
    },
    'settings.saveMap': ({ map }) => {
      const address = map.tiles_url === null ? null : unmaskedAddress(map.tiles_url, settings.get().map.tiles_url);
      if (address === null && map.tiles_url !== null) return refuse(hiddenParts('tiles_url'));
      settings.change((now) => ({ ...now, map: { ...map, tiles_url: address } }));
      return DONE;
    },
  };
}
