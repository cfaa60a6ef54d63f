/** The map's content: delivery areas, venue, customers, couriers, requested address. */
import type { Degrees } from '../../../contract/contract.ts';
import { t } from '../../words.ts';
import { type MapName, mapNames } from './map-names.ts';
import type { Projection } from './projection.ts';

/** Customers' places are named by order number. */
export interface Places {
  areas: readonly { name: string; ring: readonly Degrees[] }[];
  radiusMetres: number | null;
  venues: readonly Degrees[];
  ends: readonly (Degrees & { id: string; name: string | null })[];
  couriers: readonly (Degrees & { id: string })[];
  asked: Degrees | null;
}

export function Drawing({ places, projection }: { places: Places; projection: Projection }) {
  const { areas, radiusMetres, venues, ends, couriers, asked } = places;
  const { at, metre, width, height } = projection;
  const names: MapName[] = mapNames(
    ends.map(({ name, ...place }) => ({ name: name ?? '', at: at(place) })),
    width,
  );
  return (
    <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={t('courierDesk.map')}>
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
  );
}

type Kind = 'venue' | 'dropoff' | 'courier' | 'asked' | 'area';

/** Shapes differ, because color alone isn't accessible. */
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

export function Legend({ places: { venues, ends, couriers, asked, areas } }: { places: Places }) {
  const kinds: [Kind, boolean][] = [
    ['venue', venues.length > 0],
    ['dropoff', ends.length > 0],
    ['courier', couriers.length > 0],
    ['asked', asked !== null],
    ['area', areas.length > 0],
  ];
  return (
    <figcaption>
      {kinds.flatMap(([kind, isThere]) =>
        isThere ? (
          <span key={kind}>
            <svg viewBox="0 -1 6 7" aria-hidden="true">
              <Mark at={[3, kind === 'asked' ? 5 : 3]} kind={kind} />
            </svg>
            {t(`courierDesk.onMap.${kind}`)}
          </span>
        ) : (
          []
        ),
      )}
    </figcaption>
  );
}
