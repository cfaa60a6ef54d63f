/** Every courier of today, on the map and as cards: what is under way first. */
import { useTopic } from '../state/counter.ts';
import { words } from '../words.ts';
import { CourierMap } from './courier-map.tsx';
import { Delivery } from './delivery.tsx';

export function Deliveries() {
  const deliveries = Object.values(useTopic('deliveries')).sort(
    (a, b) => Number(a.over) - Number(b.over) || b.createdAt.localeCompare(a.createdAt),
  );
  return (
    <>
      <CourierMap deliveries={deliveries.filter(({ over }) => !over)} />
      {deliveries.length === 0 && <p>{words.courierDesk.none}</p>}
      <ul>
        {deliveries.map((delivery) => (
          <li key={delivery.id}>
            <Delivery delivery={delivery} />
          </li>
        ))}
      </ul>
    </>
  );
}
