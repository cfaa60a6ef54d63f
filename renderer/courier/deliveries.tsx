/** Every courier of today: where each stands, when he comes, what went wrong, and cancelling with what it may cost. */
import { type FormEvent, useState } from 'react';
import type { DeliveryView } from '../../preload/contract.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { Icon } from '../parts/icons.tsx';
import { ProblemText } from '../parts/problem.tsx';
import { useCall } from '../parts/use-call.ts';
import { useTopic } from '../state/counter.ts';
import { clockText } from '../time/texts.ts';
import { words } from '../words.ts';
import { CourierMap } from './courier-map.tsx';

const said = words.courierDesk;

export function Deliveries() {
  const deliveries = Object.values(useTopic('deliveries')).sort(
    (a, b) => Number(a.over) - Number(b.over) || b.createdAt.localeCompare(a.createdAt),
  );
  return (
    <section className="courier-list" aria-label={said.list}>
      <h2>{said.list}</h2>
      <CourierMap deliveries={deliveries.filter(({ over }) => !over)} />
      {deliveries.length === 0 && <p>{said.none}</p>}
      <ul>
        {deliveries.map((delivery) => (
          <li key={delivery.id}>
            <Delivery delivery={delivery} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Delivery({ delivery }: { delivery: DeliveryView }) {
  const [cancelling, setCancelling] = useState(false);
  const {
    recipient,
    orderNumber,
    says,
    trouble,
    pickupEta,
    pickupEtaBefore,
    dropoffEta,
    trackingUrl,
    pinCode,
    price,
    address,
    mayCancel,
    over,
  } = delivery;
  const name = orderNumber ?? recipient ?? '';
  const { min, max } = dropoffEta;
  return (
    <article className="delivery" data-state={delivery.state} data-over={over || undefined} aria-label={name}>
      <p className="delivery-head">
        <strong>{name}</strong> <span>{recipient !== name && recipient}</span> <span>{price?.text}</span>
      </p>
      <p className="delivery-says" role="status">
        {says}
      </p>
      {address && <p>{address}</p>}
      {!over && pickupEta && (
        <p data-moved={pickupEtaBefore !== null || undefined}>
          {pickupEtaBefore === null ? said.eta(clockText(pickupEta)) : said.etaMoved(clockText(pickupEta), clockText(pickupEtaBefore))}
        </p>
      )}
      {!over && min && max && <p>{min === max ? said.thereAt(clockText(min)) : said.there(clockText(min), clockText(max))}</p>}
      {pinCode && (
        <p>
          <Icon name="lock" /> {said.pin(pinCode)}
        </p>
      )}
      {trackingUrl && (
        <p>
          {said.track}: <code>{trackingUrl}</code>
        </p>
      )}
      {trouble && <ProblemText problem={{ code: 'delivery', says: trouble.says }} />}
      {!over && recipient && <Slip id={delivery.id} name={name} />}
      {mayCancel && (
        <button type="button" className="button stop" aria-label={said.cancelNamed(name)} onClick={() => setCancelling(true)}>
          {said.cancel}
        </button>
      )}
      {cancelling && <CancelDialog id={delivery.id} onClose={() => setCancelling(false)} />}
    </article>
  );
}

function Slip({ id, name }: { id: string; name: string }) {
  const slip = useCall('courier.slip');
  const [says, setSays] = useState<string | null>(null);
  return (
    <>
      <button
        type="button"
        className="button"
        aria-label={said.printSlipNamed(name)}
        disabled={slip.busy}
        onClick={async () => setSays((await slip.run({ id }))?.says ?? null)}
      >
        <Icon name="printer" />
        {said.printSlip}
      </button>
      <span role="status">{says}</span>
      {slip.problem && <ProblemText problem={slip.problem} spoken />}
    </>
  );
}

function CancelDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const cancel = useCall('courier.cancel');
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (await cancel.run({ id, reason: String(new FormData(event.currentTarget).get('reason')) })) onClose();
  };
  return (
    <Dialog title={said.cancelTitle} onClose={onClose}>
      <form className="form" onSubmit={(event) => void submit(event)}>
        <p>{said.cancelWhy}</p>
        <Field label={said.reason} name="reason" />
        {cancel.problem && <ProblemText problem={cancel.problem} spoken />}
        <div className="form-end">
          <button type="button" className="button big" onClick={onClose}>
            {said.keep}
          </button>
          <button type="submit" className="button big danger" disabled={cancel.busy}>
            {said.doCancel}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
