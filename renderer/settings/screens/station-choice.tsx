/** The station of a kitchen display; not drawn without stations. */
import { EVERYTHING, EXPO } from '../../../contract/contract.ts';
import { SelectField } from '../../parts/form/field.tsx';
import { useApp } from '../../state/ui-state.ts';
import { t } from '../../words.ts';

export function StationChoice({ station, onChoose }: { station: string; onChoose: (station: string) => void }) {
  const stations = useApp()?.kitchen.stations ?? [];
  if (stations.length === 0) return null;
  return (
    <SelectField
      label={t('settings.kitchen.station')}
      value={station}
      onChoose={onChoose}
      options={[[EVERYTHING, t('kitchen.all')], ...stations.map(({ id, name }) => [id, name] as const), [EXPO, t('kitchen.expo')]]}
    />
  );
}

/** The station's name; empty if the display shows everything. */
export function useStationName(station: string | null): string {
  const stations = useApp()?.kitchen.stations ?? [];
  if (station === null || station === EVERYTHING) return '';
  return station === EXPO ? t('kitchen.expo') : (stations.find(({ id }) => id === station)?.name ?? '');
}
