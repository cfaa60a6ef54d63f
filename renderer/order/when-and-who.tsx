/** When an order is due, its courier and customer. Missing data is left out. */
import type { KitchenOrder, OrderCard } from '../../contract/contract.ts';
import { Fact } from '../parts/fact.tsx';
import { Icon } from '../parts/icons.tsx';
import { useServiceNow } from '../state/clock.ts';
import { clockText, dayAndClock, fromNow } from '../time/texts.ts';
import { say, t } from '../words.ts';

/** Displays have neither phone nor address. */
type Order = KitchenOrder & Partial<Pick<OrderCard, 'phone' | 'address'>>;

export function WhenAndWho({ order }: { order: Order }) {
  const now = useServiceNow();
  const time = (iso: string | null) => iso && `${dayAndClock(iso, now)} (${fromNow(iso, now)})`;
  const due = (iso: string | null) => iso && (order.column === 'ended' ? dayAndClock(iso, now) : time(iso));
  const { courier, customer, phone, address, noContact, kind, pickupAt, preorderFor, placedAt, endedAt } = order;
  return (
    <>
      <section>
        <h3>{say(order.kindLabel)}</h3>
        {courier && order.column !== 'ended' && (
          <p className="detail-line">
            <Icon name="delivery" />
            {courierText(courier)}
          </p>
        )}
        {noContact && (
          <p className="detail-line">
            <Icon name="door" />
            {t('card.noContact')}
          </p>
        )}
        <dl className="detail-facts">
          <Fact name={kind === 'self-delivery' ? t('detail.facts.deliver') : t('detail.facts.pickup')}>{due(pickupAt)}</Fact>
          <Fact name={t('detail.facts.preorderFor')}>{due(preorderFor)}</Fact>
          <Fact name={t('detail.facts.placed')}>{time(placedAt)}</Fact>
          <Fact name={t('detail.facts.ended')}>{time(endedAt)}</Fact>
        </dl>
      </section>
      {(customer || phone || address) && (
        <section>
          <h3>{t('detail.facts.customer')}</h3>
          <dl className="detail-facts">
            <Fact name={t('detail.facts.name')}>{customer}</Fact>
            <Fact name={t('detail.facts.phone')}>{phone}</Fact>
            <Fact name={t('detail.facts.address')}>{address}</Fact>
          </dl>
        </section>
      )}
    </>
  );
}

function courierText({ state, at }: NonNullable<OrderCard['courier']>): string {
  if (state === 'picked-up') return t('courier.picked-up');
  return at ? t('courier.approachingAt', { time: clockText(at) }) : t('courier.approaching');
}
