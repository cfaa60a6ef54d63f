/** Form with the details of a courier order. Its submit button is next to the price, outside the form (`offer.tsx`). */
import type { OfferView } from '../../../contract/contract.ts';
import { t } from '../../words.ts';
import { setDetails, useDraft } from './draft.ts';
import { Check, LineField } from './line-field.tsx';
import type { Ordering } from './use-ordering.ts';

type Words = 'name' | 'phone' | 'email' | 'orderNumber' | 'comment' | 'pickupComment' | 'tip' | 'cash' | 'paysWith';
type Marks = 'noContact' | 'handshake' | 'handshakeSms' | 'trackingSms';

export const ORDER_FORM = 'courier-order';

export function OrderForm({ offer, ordering: { order, wrong } }: { offer: OfferView; ordering: Ordering }) {
  const draft = useDraft();
  const written = (name: Words) => ({
    label: t(`courierDesk.${name}`),
    value: draft[name],
    error: wrong[name],
    onChange: (value: string) => setDetails({ [name]: value }),
  });
  const marked = (name: Marks) => ({
    label: t(`courierDesk.${name}`),
    checked: draft[name],
    onChange: (on: boolean) => setDetails({ [name]: on }),
  });
  return (
    <form
      id={ORDER_FORM}
      className="form"
      aria-label={t('courierDesk.who')}
      onSubmit={(event) => {
        event.preventDefault();
        void order();
      }}
      noValidate
    >
      <h3>{t('courierDesk.who')}</h3>
      <div className="form-pair">
        <LineField {...written('name')} />
        <LineField {...written('phone')} type="tel" />
        <LineField {...written('email')} type="email" />
        <LineField {...written('orderNumber')} maxLength={12} />
      </div>
      <LineField {...written('comment')} placeholder={t('courierDesk.commentHint')} />
      <LineField {...written('pickupComment')} />
      <div className="form-pair">
        <LineField {...written('tip')} inputMode="decimal" />
        <LineField {...written('cash')} inputMode="decimal" />
        {draft.cash.trim() !== '' && <LineField {...written('paysWith')} inputMode="decimal" />}
      </div>
      <div className="courier-checks">
        <Check {...marked('noContact')} />
        <Check {...marked('handshake')} />
        {draft.handshake && <Check {...marked('handshakeSms')} />}
        {offer.isEstimate && <Check {...marked('trackingSms')} />}
      </div>
    </form>
  );
}
