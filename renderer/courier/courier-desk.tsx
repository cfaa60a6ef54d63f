/** The courier desk: an address, a price before anybody is ordered, the order, and every courier of today. */
import { useState } from 'react';
import type { OfferView } from '../../preload/contract.ts';
import { words } from '../words.ts';
import { type Asked, AskForm } from './ask-form.tsx';
import { Deliveries } from './deliveries.tsx';
import { OrderForm } from './order-form.tsx';
import './courier.css';

export function CourierDesk() {
  const [offered, setOffered] = useState<{ offer: OfferView; asked: Asked } | null>(null);
  return (
    <main className="courier">
      <h1 className="unseen">{words.courierDesk.title}</h1>
      <section className="courier-new" aria-label={words.courierDesk.new}>
        <h2>{words.courierDesk.new}</h2>
        <AskForm onOffer={(offer, asked) => setOffered({ offer, asked })} onChange={() => setOffered(null)} />
        {offered && (
          <OrderForm key={offered.offer.id} offer={offered.offer} venueId={offered.asked.venueId} onOrdered={() => setOffered(null)} />
        )}
      </section>
      <Deliveries />
    </main>
  );
}
