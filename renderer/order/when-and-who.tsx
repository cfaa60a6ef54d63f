/** Of an open order: when it goes and with whom, and who gets it where. What nobody said is not listed. */
import type { OrderCard } from '../../contract/contract.ts';
import { Fact } from '../parts/fact.tsx';
import { Icon } from '../parts/icons.tsx';
import { useServiceNow } from '../state/clock.ts';
import { clockText, dayAndClock, fromNow } from '../time/texts.ts';
import { say, words } from '../words.ts';

const { facts } = words.detail;

export function WhenAndWho({ order }: { order: OrderCard }) {
  const now = useServiceNow();
  const time = (iso: string | null) => iso && `${dayAndClock(iso, now)} (${fromNow(iso, now)})`;
  // Of an order that is over nothing is due any more.
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
            {words.card.noContact}
          </p>
        )}
        <dl className="detail-facts">
          <Fact name={kind === 'self-delivery' ? facts.deliver : facts.pickup}>{due(pickupAt)}</Fact>
          <Fact name={facts.preorderFor}>{due(preorderFor)}</Fact>
          <Fact name={facts.placed}>{time(placedAt)}</Fact>
          <Fact name={facts.ended}>{time(endedAt)}</Fact>
        </dl>
      </section>
      {(customer || phone || address) && (
        <section>
          <h3>{facts.customer}</h3>
          <dl className="detail-facts">
            <Fact name={facts.name}>{customer}</Fact>
            <Fact name={facts.phone}>{phone}</Fact>
            <Fact name={facts.address}>{address}</Fact>
          </dl>
        </section>
      )}
    </>
  );
}

/** Where the courier is, and when he comes. */
function courierText({ state, at }: NonNullable<OrderCard['courier']>): string {
  if (state === 'picked-up') return words.courier['picked-up'];
  return at ? words.courier.approachingAt(clockText(at)) : words.courier.approaching;
}
