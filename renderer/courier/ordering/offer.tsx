import { useEffect, useRef } from 'react';
import type { OfferView } from '../../../contract/contract.ts';
import { Fact } from '../../parts/fact.tsx';
import { Icon } from '../../parts/icons.tsx';
import { ProblemText } from '../../parts/problem.tsx';
import { useServiceNow } from '../../state/clock.ts';
import { clockText, dayAndClock, fromNow, leftText } from '../../time/texts.ts';
import { secondsLeft } from '../../time/urgency.ts';
import { say, t } from '../../words.ts';
import { useDraft } from './draft.ts';
import { Nearby } from './nearby.tsx';
import { ORDER_FORM } from './order-form.tsx';
import type { Asking } from './use-offer.ts';
import type { Ordering, Wrong } from './use-ordering.ts';

export function Offer({ asking, ordering }: { asking: Asking; ordering: Ordering }) {
  const offered = useDraft((draft) => draft.offered);
  const now = useServiceNow();
  const shown = useRef<HTMLElement>(null);
  const id = offered?.offer.id;
  // On narrow screens the offer is below the form.
  useEffect(() => {
    if (id) shown.current?.scrollIntoView({ block: 'nearest' });
  }, [id]);
  if (!offered) return null;
  const { offer } = offered;
  const left = offer.validUntil === null ? null : secondsLeft(offer.validUntil, now);
  const isOver = left === 0;
  return (
    <section ref={shown} className="offer" aria-label={t('courierDesk.offer')}>
      <Facts offer={offer} now={now} />
      {isOver ? (
        <p role="alert" className="courier-kind">
          {t('courierDesk.expired')}
        </p>
      ) : (
        left !== null && (
          <p role="timer" className="offer-holds">
            {t('courierDesk.validFor', { time: leftText(left) })}
          </p>
        )
      )}
      {offer.isServed !== null && (
        <p className="courier-kind" data-kind={offer.isServed ? 'binding' : 'not-binding'}>
          <Icon name={offer.isServed ? 'check' : 'warning'} />
          {offer.isServed ? t('courierDesk.served') : t('courierDesk.notServed')}
        </p>
      )}
      {offer.isEstimate && <p className="courier-kind">{t('courierDesk.estimate')}</p>}
      {!offer.isBinding && <p className="courier-kind">{t('courierDesk.notBinding')}</p>}
      {isOver && (
        <button type="button" className="button fill" disabled={asking.busy} onClick={() => void asking.ask()}>
          {t('courierDesk.askAgain')}
        </button>
      )}
      {offer.isBinding && !isOver && (
        <>
          <button type="submit" form={ORDER_FORM} className="button fill offer-order" disabled={ordering.busy}>
            <Icon name="delivery" />
            {t('courierDesk.order')}
          </button>
          <ToCorrect wrong={ordering.wrong} />
          {ordering.problem && <ProblemText problem={ordering.problem} spoken />}
        </>
      )}
      {!offer.isEstimate && <Nearby key={`nearby ${offer.id}`} offer={offer} asking={asking} />}
    </section>
  );
}

function ToCorrect({ wrong }: { wrong: Wrong }) {
  const fields = Object.keys(wrong);
  if (fields.length === 0) return null;
  return (
    <p className="field-error" role="alert">
      {t('courierDesk.toCorrect', { count: fields.length, names: [...new Set(fields.map(labelOf))].join(', ') })}
    </p>
  );
}

function labelOf(field: string): string {
  if (field.startsWith('parcels')) return t('courierDesk.parcels');
  const label = t(`courierDesk.${field as 'name'}`);
  return typeof label === 'string' ? label : field;
}

function Facts({ offer, now }: { offer: OfferView; now: number }) {
  const { pickupMinutes, dropoffMinutes, scheduledTime } = offer;
  const at = (minutes: number | null) => {
    if (minutes === null) return null;
    const iso = new Date(now + minutes * 60_000).toISOString();
    return (
      <>
        <b>{clockText(iso)}</b> <span>{fromNow(iso, now)}</span>
      </>
    );
  };
  return (
    <dl className="offer-facts">
      <div className="offer-price">
        <dt>{t('courierDesk.price')}</dt>
        <dd>
          <span>{say(offer.price) ?? t('courierDesk.priceUnknown')}</span>
        </dd>
      </div>
      {scheduledTime === null ? (
        <>
          <Fact name={t('courierDesk.pickup')}>{at(pickupMinutes)}</Fact>
          <Fact name={t('courierDesk.dropoff')}>{at(dropoffMinutes)}</Fact>
        </>
      ) : (
        <Fact name={t('courierDesk.scheduledAt')}>
          <b>{dayAndClock(scheduledTime, now)}</b>
        </Fact>
      )}
      <Fact name={t('courierDesk.where')}>{offer.address}</Fact>
    </dl>
  );
}
