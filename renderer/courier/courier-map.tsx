/** A map without any outside service: the areas that couriers reach, the venue, the customers, each courier, and the address being asked for. */
import { useEffect, useState } from 'react';
import type { CallOutput, DeliveryView } from '../../contract/contract.ts';
import { call } from '../state/link.ts';
import { words } from '../words.ts';
import { addressOf, useDraft } from './draft.ts';
import { mapNames } from './map-names.ts';

const said = words.courierDesk;
interface Degrees {
  lat: number;
  lon: number;
}
const WIDTH = 100;
const MARGIN = 6;
const METRES_IN_A_DEGREE = 111_320;

export function CourierMap({ deliveries }: { deliveries: DeliveryView[] }) {
  const [{ areas, radiusMetres }, setReach] = useState<CallOutput<'courier.areas'>>({ areas: [], radiusMetres: null });
  const draft = useDraft();
  useEffect(() => {
    // Without areas the map shows what it knows.
    void call('courier.areas', {}).then((answer) => answer.ok && setReach(answer.value));
  }, []);
  const asked = draft.offered?.offer.place ?? addressOf(draft).place;
  const ends = deliveries.flatMap(({ id, orderNumber, dropoff }) => (dropoff ? [{ id, name: orderNumber, ...dropoff }] : []));
  const couriers = deliveries.flatMap(({ id, courierAt }) => (courierAt ? [{ id, ...courierAt }] : []));
  const venues = distinct([draft.offered?.offer.from, ...deliveries.map(({ from }) => from)].flatMap((place) => place ?? []));
  const points: Degrees[] = [...areas.flatMap(({ ring }) => ring), ...ends, ...couriers, ...venues, ...(asked ? [asked] : [])];
  if (points.length === 0) return null;
  const { at, height, metre } = projection(points);
  const names = mapNames(
    ends.map(({ name, ...place }) => ({ name: name ?? '', at: at(place) })),
    WIDTH,
  );
  return (
    <figure className="courier-map">
      <svg viewBox={`0 0 ${WIDTH} ${height}`} role="img" aria-label={said.map}>
        {areas.map(({ name, ring }) => (
          <polygon key={name} points={ring.map((place) => at(place).join(',')).join(' ')} />
        ))}
        {radiusMetres !== null &&
          venues.map((place) => {
            const [cx, cy] = at(place);
            return <circle key={`${place.lat},${place.lon}`} className="map-radius" cx={cx} cy={cy} r={radiusMetres * metre} />;
          })}
        {venues.map((place) => (
          <Mark key={`${place.lat},${place.lon}`} at={at(place)} kind="venue" />
        ))}
        {ends.map(({ id, ...place }) => (
          <Mark key={id} at={at(place)} kind="dropoff" />
        ))}
        {couriers.map(({ id, ...place }) => (
          <Mark key={id} at={at(place)} kind="courier" />
        ))}
        {asked && <Mark at={at(asked)} kind="asked" />}
        {names.map(({ text, x, y, anchor }) => (
          <text key={`${x},${y}`} x={x} y={y} textAnchor={anchor}>
            {text}
          </text>
        ))}
      </svg>
      <figcaption>
        {venues.length > 0 && <Legend kind="venue" />}
        {ends.length > 0 && <Legend kind="dropoff" />}
        {couriers.length > 0 && <Legend kind="courier" />}
        {asked && <Legend kind="asked" />}
        {areas.length > 0 && <Legend kind="area" />}
      </figcaption>
    </figure>
  );
}

type Kind = 'venue' | 'dropoff' | 'courier' | 'asked' | 'area';

/** Each kind has a shape of its own: colour alone tells not everybody. */
function Mark({ at: [x, y], kind }: { at: readonly [number, number]; kind: Kind }) {
  const className = `map-${kind}`;
  switch (kind) {
    case 'venue':
      return <path className={className} d={`M${x - 2} ${y + 1.6}v-2l2-1.8l2 1.8v2z`} />;
    case 'courier':
      return <circle className={className} cx={x} cy={y} r={1.8} />;
    case 'asked':
      return <path className={className} d={`M${x} ${y}l-1.8-3a2.1 2.1 0 1 1 3.6 0z`} />;
    default:
      return <rect className={className} x={x - 1.3} y={y - 1.3} width={2.6} height={2.6} />;
  }
}

function Legend({ kind }: { kind: Kind }) {
  return (
    <span>
      <svg viewBox="0 -1 6 7" aria-hidden="true">
        <Mark at={[3, kind === 'asked' ? 5 : 3]} kind={kind} />
      </svg>
      {said.onMap[kind]}
    </span>
  );
}

function distinct(places: readonly Degrees[]): Degrees[] {
  return [...new Map(places.map((place) => [`${place.lat},${place.lon}`, place])).values()];
}

/** Degrees on a sheet: a degree east is shorter than one north by the cosine of the latitude. */
function projection(points: readonly Degrees[]): { at: (place: Degrees) => [number, number]; height: number; metre: number } {
  const lats = points.map(({ lat }) => lat);
  const lons = points.map(({ lon }) => lon);
  const [south, north] = [Math.min(...lats), Math.max(...lats)];
  const [west, east] = [Math.min(...lons), Math.max(...lons)];
  const narrow = Math.cos((((south + north) / 2) * Math.PI) / 180);
  const span = Math.max((east - west) * narrow, north - south, 0.01);
  const scale = (WIDTH - 2 * MARGIN) / span;
  const height = Math.max(30, (north - south) * scale + 2 * MARGIN);
  return {
    height,
    metre: scale / METRES_IN_A_DEGREE,
    at: ({ lat, lon }) => [MARGIN + (lon - west) * narrow * scale, MARGIN + (north - lat) * scale],
  };
}
