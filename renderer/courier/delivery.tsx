/** One courier: where he stands, when he comes, what went wrong, and what can be done about it. */
import { useState } from 'react';
import type { CallOutput, DeliveryView } from '../../contract/contract.ts';
import { Copyable } from '../parts/copyable.tsx';
import { Icon } from '../parts/icons.tsx';
import { ProblemText } from '../parts/problem.tsx';
import { useCall } from '../parts/use-call.ts';
import { useServiceMinute } from '../state/clock.ts';
import { clockText, dayAndClock } from '../time/texts.ts';
import { locale, say, words } from '../words.ts';
import { CancelDialog, CloseDialog } from './delivery-dialogs.tsx';
import { fillFrom } from './draft.ts';

const said = words.courierDesk;
/** A courier who is later than this without a word of the service is no longer just late. */
const SILENT_MS = 10 * 60_000;

export function Delivery({ delivery }: { delivery: DeliveryView }) {
  const [dialog, setDialog] = useState<'cancel' | 'close' | null>(null);
  const { id, recipient, orderNumber, says, trouble, trackingUrl, pinCode, price, address, reason, mayCancel, mayClose, over } = delivery;
  const name = orderNumber ?? recipient ?? '';
  return (
    <article className="delivery" data-state={delivery.state} data-over={over || undefined} aria-label={name}>
      <p className="delivery-head">
        <strong>{name}</strong> <span>{recipient !== name && recipient}</span> <span>{price?.text}</span>
      </p>
      <p className="delivery-says" role="status">
        {say(says)}
      </p>
      {reason && <p>{said.reasonGiven(reason)}</p>}
      {address && <p>{address}</p>}
      <Times delivery={delivery} />
      {pinCode && !over && (
        <p>
          <Icon name="lock" /> {said.pin(pinCode)}
        </p>
      )}
      {trackingUrl && !over && (
        <p className="delivery-track">
          {said.track}: <Copyable text={trackingUrl} name={said.trackNamed(name)} />
        </p>
      )}
      {trouble && <ProblemText problem={{ code: 'delivery', says: trouble.says }} />}
      <div className="delivery-actions">
        {!over && recipient && <Slip id={id} name={name} />}
        {mayClose && (
          <button type="button" className="button" aria-label={said.closeNamed(name)} onClick={() => setDialog('close')}>
            {said.close}
          </button>
        )}
        {mayCancel && (
          <button type="button" className="button stop" aria-label={said.cancelNamed(name)} onClick={() => setDialog('cancel')}>
            {said.cancel}
          </button>
        )}
        {over && recipient && <Again id={id} name={name} />}
      </div>
      {dialog === 'cancel' && <CancelDialog id={id} onClose={() => setDialog(null)} />}
      {dialog === 'close' && <CloseDialog id={id} onClose={() => setDialog(null)} />}
    </article>
  );
}

function Times({ delivery }: { delivery: DeliveryView }) {
  const { pickupEta, pickupEtaBefore, dropoffEta, scheduledTime, completedAt, newsAt, metresLeft, isFetched, over } = delivery;
  const { min, max } = dropoffEta;
  const now = useServiceMinute(pickupEta);
  if (over) return completedAt && <p>{said.deliveredAt(clockText(completedAt))}</p>;
  const isSilent = !isFetched && pickupEta !== null && now - Date.parse(pickupEta) > SILENT_MS;
  // Shortly after midnight is soon, and no other day to anybody who waits.
  const at = (iso: string) => dayAndClock(iso, now);
  return (
    <>
      {scheduledTime && <p>{said.scheduledFor(at(scheduledTime))}</p>}
      {pickupEta && !isFetched && (
        <p data-moved={pickupEtaBefore !== null || undefined}>
          {pickupEtaBefore === null ? said.eta(at(pickupEta)) : said.etaMoved(at(pickupEta), at(pickupEtaBefore))}
        </p>
      )}
      {min && max && <p>{min === max ? said.thereAt(at(min)) : said.there(at(min), at(max))}</p>}
      {metresLeft !== null && <p>{said.away(kilometres(metresLeft))}</p>}
      {newsAt && <p className="delivery-news">{said.lastNews(at(newsAt))}</p>}
      {isSilent && <ProblemText problem={{ code: 'silent', says: said.silent, remedy: said.silentRemedy }} />}
    </>
  );
}

const kilometres = (metres: number) =>
  new Intl.NumberFormat(locale(), { style: 'unit', unit: 'kilometer', maximumFractionDigits: 1 }).format(metres / 1_000);

function Slip({ id, name }: { id: string; name: string }) {
  const slip = useCall('courier.slip');
  const [printed, setPrinted] = useState<CallOutput<'courier.slip'> | null>(null);
  return (
    <>
      <button
        type="button"
        className="button"
        aria-label={said.printSlipNamed(name)}
        disabled={slip.busy}
        onClick={async () => setPrinted(await slip.run({ id }))}
      >
        <Icon name="printer" />
        {said.printSlip}
      </button>
      <span role="status" className="printed" data-confirmed={printed?.confirmed}>
        {say(printed?.says)}
      </span>
      {slip.problem && <ProblemText problem={slip.problem} spoken />}
    </>
  );
}

/** Everything typed for this one, on the form again; the price is asked for anew. */
function Again({ id, name }: { id: string; name: string }) {
  const request = useCall('courier.request');
  const fill = async () => {
    const given = await request.run({ id });
    if (given) fillFrom(given);
  };
  return (
    <>
      <button type="button" className="button" aria-label={said.againNamed(name)} disabled={request.busy} onClick={() => void fill()}>
        {said.again}
      </button>
      {request.problem && <ProblemText problem={request.problem} spoken />}
    </>
  );
}
