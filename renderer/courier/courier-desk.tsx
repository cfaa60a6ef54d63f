import { useRef } from 'react';
import { useTopic } from '../state/ui-state.ts';
import { t } from '../words.ts';
import { CourierMap } from './courier-map.tsx';
import { Deliveries, ofToday } from './deliveries.tsx';
import { AskForm } from './ordering/ask-form.tsx';
import { useDraft } from './ordering/draft.ts';
import { Offer } from './ordering/offer.tsx';
import { OrderForm } from './ordering/order-form.tsx';
import { useOffer } from './ordering/use-offer.ts';
import { useOrdering } from './ordering/use-ordering.ts';
import { TrackingOff } from './tracking-off.tsx';
import './courier.css';

export function CourierDesk() {
  const asking = useOffer();
  const offered = useDraft((draft) => draft.offered);
  const deliveries = ofToday(useTopic('deliveries'));
  const start = useRef<HTMLHeadingElement>(null);
  // Scrolls back to the address for the next request.
  const ordering = useOrdering(() => start.current?.scrollIntoView({ block: 'center' }));
  return (
    <main className="courier">
      <h1 className="unseen">{t('courierDesk.title')}</h1>
      <section className="courier-new" aria-label={t('courierDesk.new')}>
        <h2 ref={start}>{t('courierDesk.new')}</h2>
        <AskForm asking={asking} wrong={ordering.wrong} />
        {offered?.offer.isBinding && <OrderForm offer={offered.offer} ordering={ordering} />}
      </section>
      <div className="courier-side">
        <div className="courier-stage" data-offered={offered !== null || undefined}>
          <Offer asking={asking} ordering={ordering} />
          <CourierMap deliveries={deliveries.filter(({ over }) => !over)} />
        </div>
        <section className="courier-list" aria-label={t('courierDesk.list')}>
          <h2>{t('courierDesk.list')}</h2>
          <TrackingOff />
          <Deliveries deliveries={deliveries} />
        </section>
      </div>
    </main>
  );
}
