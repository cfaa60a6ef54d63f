/** A map without any outside service: the areas that couriers reach, the customers, and where each courier is. */
import { useEffect, useState } from 'react';
import type { CallOutput, DeliveryView } from '../../preload/contract.ts';
import { call } from '../state/link.ts';
import { words } from '../words.ts';

const said = words.courierDesk;
type Area = CallOutput<'courier.areas'>['areas'][number];
interface Degrees {
  lat: number;
  lon: number;
}
const WIDTH = 100;
const MARGIN = 4;

export function CourierMap({ deliveries }: { deliveries: DeliveryView[] }) {
  const [areas, setAreas] = useState<Area[]>([]);
  useEffect(() => {
    // Without areas the map shows what it knows.
    void call('courier.areas', {}).then((answer) => answer.ok && setAreas(answer.value.areas));
  }, []);
  const ends = deliveries.flatMap(({ id, dropoff }) => (dropoff ? [{ id, ...dropoff }] : []));
  const couriers = deliveries.flatMap(({ id, courierAt }) => (courierAt ? [{ id, ...courierAt }] : []));
  const points: Degrees[] = [...areas.flatMap(({ ring }) => ring), ...ends, ...couriers];
  if (points.length === 0) return null;
  const { at, height } = projection(points);
  return (
    <svg className="courier-map" viewBox={`0 0 ${WIDTH} ${height}`} role="img" aria-label={said.map}>
      {areas.map(({ name, ring }) => (
        <polygon key={name} points={ring.map((place) => at(place).join(',')).join(' ')} />
      ))}
      {ends.map((place) => {
        const [x, y] = at(place);
        return <rect key={place.id} x={x - 1.2} y={y - 1.2} width={2.4} height={2.4} className="map-dropoff" />;
      })}
      {couriers.map((place) => {
        const [x, y] = at(place);
        return <circle key={place.id} cx={x} cy={y} r={1.8} className="map-courier" data-delivery={place.id} />;
      })}
    </svg>
  );
}

/** Degrees on a sheet: a degree east is shorter than one north by the cosine of the latitude. */
function projection(points: readonly Degrees[]): { at: (place: Degrees) => [number, number]; height: number } {
  const lats = points.map(({ lat }) => lat);
  const lons = points.map(({ lon }) => lon);
  const [south, north] = [Math.min(...lats), Math.max(...lats)];
  const [west, east] = [Math.min(...lons), Math.max(...lons)];
  const narrow = Math.cos((((south + north) / 2) * Math.PI) / 180);
  const span = Math.max((east - west) * narrow, north - south, 0.01);
  const scale = (WIDTH - 2 * MARGIN) / span;
  const height = Math.max(30, (north - south) * scale + 2 * MARGIN);
  return { height, at: ({ lat, lon }) => [MARGIN + (lon - west) * narrow * scale, MARGIN + (north - lat) * scale] };
}
