/** The courier desk: an address, a price before anybody is ordered, the order, and every courier of today. */
import { useRef } from 'react';
import { words } from '../words.ts';
import { AskForm } from './ask-form.tsx';
import { Deliveries } from './deliveries.tsx';
import { NoNews } from './no-news.tsx';
import { Offer } from './offer.tsx';
import { useOffer } from './use-offer.ts';
import './courier.css';

export function CourierDesk() {
  const asking = useOffer();
  const start = useRef<HTMLHeadingElement>(null);
  return (
    <main className="courier">
      <h1 className="unseen">{words.courierDesk.title}</h1>
      <section className="courier-new" aria-label={words.courierDesk.new}>
        <h2 ref={start}>{words.courierDesk.new}</h2>
        <AskForm asking={asking} />
        {/* The next caller begins with the address. */}
        <Offer asking={asking} onOrdered={() => start.current?.scrollIntoView({ block: 'center' })} />
      </section>
      <section className="courier-list" aria-label={words.courierDesk.list}>
        <h2>{words.courierDesk.list}</h2>
        <NoNews />
        <Deliveries />
      </section>
    </main>
  );
}
