/** Tile service for the courier map, with a note on what it learns. */
import type { MapSettings } from '../../../contract/contract.ts';
import { t } from '../../words.ts';
import { SettingsForm } from '../schema/settings-form.tsx';

const EXAMPLE = 'https://tiles.example.test/{z}/{x}/{y}.png';

export function MapStreets({ map, onSaved }: { map: MapSettings; onSaved: () => Promise<void> }) {
  const rows = [
    {
      tiles_url: { label: t('settings.streets.url'), hint: t('settings.streets.urlHint', { example: EXAMPLE }), inputMode: 'url' as const },
    },
    {
      attribution: { label: t('settings.streets.attribution'), hint: t('settings.streets.attributionHint') },
      largest_zoom: { label: t('settings.streets.zoom'), hint: t('settings.streets.zoomHint') },
    },
  ];
  return (
    <details className="row-more page-more">
      <summary>{t('settings.streets.title')}</summary>
      <SettingsForm section="map" values={map} rows={rows} name={t('settings.streets.title')} onSaved={onSaved}>
        <p className="page-note">{t('settings.streets.why')}</p>
      </SettingsForm>
    </details>
  );
}
