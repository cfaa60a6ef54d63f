/** What a station may do, which orders it shows, and whether it rings; for pairing and for changing. */
import { RIGHTS, type Right, type Station, ZONES } from '../../../contract/contract.ts';
import { Choices, Switch } from '../../parts/form/field.tsx';
import type { FieldErrors } from '../../parts/form/field-errors.ts';
import { Ticks } from '../../parts/form/ticks.tsx';
import { useTopic } from '../../state/ui-state.ts';
import { t } from '../../words.ts';

export const NEW_STATION: Station = {
  view: 'station',
  rights: ['answer', 'ready', 'pack', 'sold-out'],
  venues: null,
  zones: null,
  rings: true,
};

interface StationFieldsProps {
  station: Station;
  onChange: (station: Station) => void;
  wrong: FieldErrors;
}

export function StationFields({ station, onChange, wrong }: StationFieldsProps) {
  const { rights, venues, zones, rings } = station;
  const isReports = (right: Right): boolean => right === 'reports';
  const chooseVenues = (now: string[] | null) =>
    onChange({ ...station, venues: now, rights: now === null ? rights : rights.filter((right) => !isReports(right)) });
  return (
    <>
      <Ticks
        legend={t('settings.displays.may')}
        options={RIGHTS.map((value) => {
          const isOff = isReports(value) && venues !== null;
          const hint = isOff ? t('settings.displays.reportsNeedAll') : t(`settings.displays.rightsWhy.${value}`);
          return { value, label: t(`settings.displays.rights.${value}`), hint, isOff };
        })}
        chosen={rights}
        onChoose={(now) => onChange({ ...station, rights: now })}
      />
      <Venues chosen={venues} onChoose={chooseVenues} error={wrong.venues} />
      <Ticks
        legend={t('settings.displays.zones')}
        options={ZONES.map((value) => ({ value, label: t(`board.columns.${value}`) }))}
        chosen={zones ?? ZONES}
        onChoose={(now) => onChange({ ...station, zones: now.length === ZONES.length ? null : now })}
        error={wrong.zones}
      />
      <Switch label={t('settings.displays.rings')} on={rings} onTurn={(on) => onChange({ ...station, rings: on })} />
    </>
  );
}

interface VenuesProps {
  chosen: string[] | null;
  onChoose: (venues: string[] | null) => void;
  error: string | undefined;
}

/** Not drawn for a single venue. All venues includes those connected later. */
function Venues({ chosen, onChoose, error }: VenuesProps) {
  const venues = Object.values(useTopic('venues'));
  if (venues.length < 2 && chosen === null) return null;
  return (
    <>
      <Choices
        legend={t('settings.displays.venues')}
        name="station-venues"
        chosen={chosen === null ? 'all' : 'some'}
        onChoose={(which) => onChoose(which === 'all' ? null : venues.map(({ id }) => id))}
        options={[
          { value: 'all', label: t('sale.allVenues') },
          { value: 'some', label: t('settings.displays.someVenues') },
        ]}
      />
      {chosen !== null && (
        <Ticks
          legend={t('settings.displays.someVenues')}
          options={venues.map(({ id, name }) => ({ value: id, label: name }))}
          chosen={chosen}
          onChoose={onChoose}
          error={error}
        />
      )}
    </>
  );
}
