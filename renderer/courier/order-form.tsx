/** Everything the courier must know. Ordering is one decision: a double touch orders one. */
import { type FormEvent, useState } from 'react';
import type { OfferView } from '../../contract/contract.ts';
import { minorUnits } from '../parts/amounts.ts';
import { ProblemText } from '../parts/problem.tsx';
import { useCall } from '../parts/use-call.ts';
import { words } from '../words.ts';
import { clearDraft, tell, useDraft } from './draft.ts';
import { Check, Line } from './line.tsx';

const said = words.courierDesk;
type Words = 'name' | 'phone' | 'email' | 'orderNumber' | 'comment' | 'pickupComment' | 'tip' | 'cash' | 'paysWith';
type Marks = 'noContact' | 'handshake' | 'handshakeSms' | 'trackingSms';

interface OrderFormProps {
  offer: OfferView;
  venueId: string;
  requestId: string;
  onOrdered: () => void;
}

export function OrderForm({ offer, venueId, requestId, onOrdered }: OrderFormProps) {
  const draft = useDraft();
  const [wrong, setWrong] = useState(false);
  const order = useCall('courier.order');
  const written = (name: Words) => ({ label: said[name], value: draft[name], onChange: (value: string) => tell({ [name]: value }) });
  const marked = (name: Marks) => ({ label: said[name], checked: draft[name], onChange: (on: boolean) => tell({ [name]: on }) });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const text = (name: Words) => draft[name].trim() || null;
    /** Null for nothing, NaN for what is no amount above 0. */
    const minor = (typed: string) => (typed.trim() === '' ? null : minorUnits(typed, offer.minorDigits) || Number.NaN);
    const [tip, collect, paysWith] = [draft.tip, draft.cash, draft.paysWith].map(minor) as Amounts;
    const parcels = draft.parcels.map((parcel) => ({ ...parcel, value: minor(parcel.value) }));
    const isWrong = [tip, collect, paysWith, ...parcels.map(({ value }) => value)].some(Number.isNaN);
    setWrong(isWrong);
    if (isWrong) return;
    const done = await order.run({
      requestId,
      venueId,
      offerId: offer.id,
      recipient: { name: draft.name.trim(), phone: draft.phone.trim(), email: text('email') },
      comment: text('comment'),
      pickupComment: text('pickupComment'),
      orderNumber: text('orderNumber'),
      isNoContact: draft.noContact,
      parcels,
      tip,
      cash: collect === null ? null : { collect, paysWith },
      handshake: draft.handshake,
      handshakeSms: draft.handshakeSms,
      trackingSms: draft.trackingSms,
    });
    if (!done) return;
    clearDraft();
    onOrdered();
  };
  return (
    <form className="form" aria-label={said.who} onSubmit={(event) => void submit(event)}>
      <h3>{said.who}</h3>
      <div className="form-pair">
        <Line {...written('name')} />
        <Line {...written('phone')} type="tel" />
        <Line {...written('email')} type="email" />
        <Line {...written('orderNumber')} maxLength={12} />
        <Line {...written('comment')} />
        <Line {...written('pickupComment')} />
        <Line {...written('tip')} inputMode="decimal" />
        <Line {...written('cash')} inputMode="decimal" />
        {draft.cash.trim() !== '' && <Line {...written('paysWith')} inputMode="decimal" />}
      </div>
      <div className="choices-row">
        <Check {...marked('noContact')} />
        <Check {...marked('handshake')} />
        {draft.handshake && <Check {...marked('handshakeSms')} />}
        {offer.isEstimate && <Check {...marked('trackingSms')} />}
      </div>
      {wrong && <p className="field-error">{said.badAmount}</p>}
      {order.problem && <ProblemText problem={order.problem} spoken />}
      <div className="form-end">
        <button type="submit" className="button big go" disabled={order.busy}>
          {said.order}
        </button>
      </div>
    </form>
  );
}

type Amounts = [number | null, number | null, number | null];
