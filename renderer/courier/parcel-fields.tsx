/** One parcel: how many, what, and how heavy; its size and value where somebody knows them. */
import type { CourierOrder } from '../../preload/contract.ts';
import { Icon } from '../parts/icons.tsx';
import { words } from '../words.ts';
import { Line } from './ask-form.tsx';
import { minorUnits } from './minor-units.ts';

const said = words.courierDesk;
export type Parcel = CourierOrder['parcels'][number];
export const PARCEL: Parcel = {
  count: 1,
  description: '',
  grams: null,
  widthCm: null,
  heightCm: null,
  depthCm: null,
  value: null,
  alcohol: false,
};
const SIZES = ['widthCm', 'heightCm', 'depthCm'] as const;

export function ParcelFields(props: { parcel: Parcel; onChange: (change: Partial<Parcel>) => void; onRemove: (() => void) | null }) {
  const { parcel, onChange, onRemove } = props;
  const measure = (name: 'grams' | (typeof SIZES)[number]) => (
    <Line
      key={name}
      label={said[name]}
      type="number"
      min={1}
      value={parcel[name] === null ? '' : String(parcel[name])}
      onChange={(text) => onChange({ [name]: text === '' ? null : Number(text) })}
    />
  );
  return (
    <div className="courier-parcel">
      <div className="form-pair">
        <Line
          label={said.count}
          type="number"
          min={1}
          max={50}
          value={String(parcel.count)}
          onChange={(count) => onChange({ count: Number(count) })}
        />
        <Line label={said.what} value={parcel.description} onChange={(description) => onChange({ description })} />
        {measure('grams')}
        <label className="choice">
          <input type="checkbox" checked={parcel.alcohol} onChange={({ target }) => onChange({ alcohol: target.checked })} />
          <span>{said.alcohol}</span>
        </label>
        {onRemove && (
          <button type="button" className="button quiet square" aria-label={said.removeParcel} onClick={onRemove}>
            <Icon name="cross" />
          </button>
        )}
      </div>
      <details>
        <summary className="button quiet">{said.size}</summary>
        <div className="form-pair">
          {SIZES.map(measure)}
          <label className="field">
            <span>{said.value}</span>
            <input autoComplete="off" inputMode="decimal" onChange={({ target }) => onChange({ value: minorUnits(target.value.trim()) })} />
          </label>
        </div>
      </details>
    </div>
  );
}
