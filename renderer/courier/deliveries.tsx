import type { DeliveryView } from '../../contract/contract.ts';
import { t } from '../words.ts';
import { Delivery } from './delivery.tsx';

export function ofToday(deliveries: Record<string, DeliveryView>): DeliveryView[] {
  return Object.values(deliveries).sort((a, b) => Number(a.over) - Number(b.over) || b.createdAt.localeCompare(a.createdAt));
}

export function Deliveries({ deliveries }: { deliveries: DeliveryView[] }) {
  if (deliveries.length === 0) return <p className="courier-none">{t('courierDesk.none')}</p>;
  return (
    <ul>
      {deliveries.map((delivery) => (
        <li key={delivery.id}>
          <Delivery delivery={delivery} />
        </li>
      ))}
    </ul>
  );
}
