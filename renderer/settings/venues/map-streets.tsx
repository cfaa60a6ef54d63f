/** Streets under the map of the courier desk: whose, and who is told by that which places are looked at. */
import type { MapSettings } from '../../../contract/contract.ts';
import { words } from '../../words.ts';
import { SettingsForm } from '../schema/settings-form.tsx';

const said = words.settings.streets;
const EXAMPLE = 'https://tiles.example.test/{z}/{x}/{y}.png';

export function MapStreets({ map, onSaved }: { map: MapSettings; onSaved: () => Promise<void> }) {
  const rows = [
    { tiles_url: { label: said.url, hint: said.urlHint(EXAMPLE), inputMode: 'url' as const } },
    {
      attribution: { label: said.attribution, hint: said.attributionHint },
      largest_zoom: { label: said.zoom, hint: said.zoomHint },
    },
  ];
  return (
    <details className="row-more page-more">
      <summary>{said.title}</summary>
      <SettingsForm section="map" values={map} rows={rows} name={said.title} onSaved={onSaved}>
        <p className="page-note">{said.why}</p>
      </SettingsForm>
    </details>
  );
}
