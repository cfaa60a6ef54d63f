import { Icon } from '../../parts/icons.tsx';
import { t } from '../../words.ts';
import { changeParcel, type TypedParcel } from './draft.ts';
import { LineField } from './line-field.tsx';
import type { Wrong } from './use-ordering.ts';

const SIZES = ['widthCm', 'heightCm', 'depthCm'] as const;

interface ParcelProps {
  parcel: TypedParcel;
  place: number;
  wrong: Wrong;
  onRemove: (() => void) | null;
}

export function ParcelFields({ parcel, place, wrong, onRemove }: ParcelProps) {
  const change = (to: Partial<TypedParcel>) => changeParcel(place, to);
  const measure = (name: 'grams' | (typeof SIZES)[number]) => (
    <LineField
      key={name}
      label={t(`courierDesk.${name}`)}
      type="number"
      min={1}
      value={parcel[name] === null ? '' : String(parcel[name])}
      onChange={(text) => change({ [name]: text === '' ? null : Number(text) })}
    />
  );
  return (
    <div className="courier-parcel">
      <div className="form-pair">
        <LineField
          label={t('courierDesk.count')}
          type="number"
          min={1}
          max={50}
          value={String(parcel.count)}
          onChange={(count) => change({ count: Number(count) })}
        />
        <LineField
          label={t('courierDesk.what')}
          value={parcel.description}
          error={wrong[`parcels.${place}.description`]}
          onChange={(description) => change({ description })}
        />
        {measure('grams')}
        <label className="choice courier-alcohol">
          <input type="checkbox" checked={parcel.alcohol} onChange={({ target }) => change({ alcohol: target.checked })} />
          <span>{t('courierDesk.alcohol')}</span>
        </label>
        {onRemove && (
          <button type="button" className="button quiet square" aria-label={t('courierDesk.removeParcel')} onClick={onRemove}>
            <Icon name="cross" />
          </button>
        )}
      </div>
      <details open={wrong[`parcels.${place}.value`] !== undefined || undefined}>
        <summary className="button quiet">{t('courierDesk.size')}</summary>
        <div className="form-pair">
          {SIZES.map(measure)}
          <LineField
            label={t('courierDesk.value')}
            inputMode="decimal"
            value={parcel.value}
            error={wrong[`parcels.${place}.value`]}
            onChange={(value) => change({ value })}
          />
        </div>
      </details>
    </div>
  );
}
