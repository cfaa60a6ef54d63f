/** The courier desk's map: over streets if a tile service is set, else plain. */
import { useEffect, useState } from 'react';
import { type CallOutput, type Degrees, type DeliveryView, isTileTemplate } from '../../contract/contract.ts';
import { call } from '../state/link.ts';
import { t } from '../words.ts';
import { Drawing, Legend, type Places } from './map/drawing.tsx';
import { OverStreets } from './map/over-streets.tsx';
import { overStreets, sheetOf } from './map/projection.ts';
import { useStreets } from './map/use-streets.ts';
import { addressOf, useDraft } from './ordering/draft.ts';
import './map/map.css';

export function CourierMap({ deliveries }: { deliveries: DeliveryView[] }) {
  const [reach, setReach] = useState<CallOutput<'courier.areas'>>({ areas: [], radiusMetres: null });
  const draft = useDraft();
  useEffect(() => {
    // Without an answer, the map shows no areas.
    void call('courier.areas', {}).then((answer) => answer.ok && setReach(answer.value));
  }, []);
  const places: Places = {
    ...reach,
    asked: draft.offered?.offer.place ?? addressOf(draft).place,
    ends: deliveries.flatMap(({ id, orderNumber, dropoff }) => (dropoff ? [{ id, name: orderNumber, ...dropoff }] : [])),
    couriers: deliveries.flatMap(({ id, courierAt }) => (courierAt ? [{ id, ...courierAt }] : [])),
    venues: distinct([draft.offered?.offer.from, ...deliveries.map(({ from }) => from)].flatMap((place) => place ?? [])),
  };
  const points = pointsOf(places);
  return points.length === 0 ? null : <MapOf places={places} points={points} />;
}

function MapOf({ places, points }: { places: Places; points: readonly Degrees[] }) {
  const { ends, venues, couriers, asked, areas } = places;
  const marked = [...ends, ...venues, ...(asked ? [asked] : [])].map(({ lat, lon }) => ({ lat, lon }));
  const moving = couriers.map(({ lat, lon }) => ({ lat, lon }));
  // Without places, the map shows all areas.
  const fixed = marked.length + moving.length > 0 ? marked : areas.flatMap(({ ring }) => ring);
  const { streets, sight, named, why, attempt, frame, move } = useStreets(fixed, moving);
  const drawing = <Drawing places={places} projection={sight ? overStreets(sight) : sheetOf(points)} />;
  return (
    <figure className="courier-map">
      {streets ? (
        <div
          className="map-ground"
          data-shown={sight !== null || undefined}
          data-of={isTileTemplate(streets.address) ? 'pictures' : 'style'}
        >
          {/* Duplicates the drawing, so hidden from screen readers and keyboard. */}
          <iframe key={attempt} ref={frame} src="./map/index.html" title={t('courierDesk.map')} aria-hidden="true" tabIndex={-1} />
          {drawing}
          {sight && <OverStreets named={named} onMove={move} />}
        </div>
      ) : (
        drawing
      )}
      {why && <p className="map-why">{t(`courierDesk.streets.${why}`)}</p>}
      <Legend places={places} />
    </figure>
  );
}

function pointsOf({ areas, ends, couriers, venues, asked }: Places): Degrees[] {
  return [...areas.flatMap(({ ring }) => ring), ...ends, ...couriers, ...venues, ...(asked ? [asked] : [])];
}

function distinct(places: readonly Degrees[]): Degrees[] {
  return [...new Map(places.map((place) => [`${place.lat},${place.lon}`, place])).values()];
}
