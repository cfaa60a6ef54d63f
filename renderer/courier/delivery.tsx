import { useState } from 'react';
import type { CallOutput, DeliveryView } from '../../contract/contract.ts';
import { Copyable } from '../parts/copyable.tsx';
import { Icon } from '../parts/icons.tsx';
import { ProblemText } from '../parts/problem.tsx';
import { useCall } from '../parts/use-call.ts';
import { useServiceMinute } from '../state/clock.ts';
import { clockText, dayAndClock } from '../time/texts.ts';
import { locale, say, t } from '../words.ts';
import { CancelDialog, CloseDialog } from './delivery-dialogs.tsx';
import { fillFrom } from './ordering/draft.ts';

/** A courier this late for the pickup may not come, ms. */
const SILENT_MS = 10 * 60_000;

/** States whose reason staff should read. */
const WANTS_A_LOOK: ReadonlySet<string> = new Set(['uncertain', 'refused', 'rejected', 'no-show', 'checking']);

export function Delivery({ delivery }: { delivery: DeliveryView }) {
  const [open, setOpen] = useState(!delivery.over || WANTS_A_LOOK.has(delivery.state));
  const { recipient, orderNumber, text, trouble, price } = delivery;
  const name = orderNumber ?? recipient ?? '';
  return (
    <article className="delivery" data-state={delivery.state} data-over={delivery.over || undefined} aria-label={name}>
      <div className="delivery-head">
        <strong>{name}</strong>
        <span className="delivery-who">{recipient !== name && recipient}</span>
        <span className="delivery-text" role="status">
          {say(text)}
        </span>
        <span className="delivery-price">{say(price)}</span>
        <button
          type="button"
          className="button quiet"
          aria-expanded={open}
          aria-label={`${open ? t('courierDesk.less') : t('courierDesk.details')}: ${name}`}
          onClick={() => setOpen(!open)}
        >
          {open ? t('courierDesk.less') : t('courierDesk.details')}
        </button>
      </div>
      {trouble && <ProblemText problem={{ code: 'delivery', text: trouble.text }} />}
      {open && <Details delivery={delivery} name={name} />}
    </article>
  );
}

function Details({ delivery, name }: { delivery: DeliveryView; name: string }) {
  const [dialog, setDialog] = useState<'cancel' | 'close' | null>(null);
  const { id, recipient, trackingUrl, pinCode, address, reason, mayCancel, mayClose, over } = delivery;
  return (
    <>
      <div className="delivery-details">
        {reason && <p>{t('courierDesk.reasonGiven', { reason })}</p>}
        {address && <p>{address}</p>}
        <Times delivery={delivery} />
        {pinCode && !over && (
          <p>
            <Icon name="lock" /> {t('courierDesk.pin', { pin: pinCode })}
          </p>
        )}
        {trackingUrl && !over && (
          <p className="delivery-track">
            {t('courierDesk.track')}: <Copyable text={trackingUrl} name={t('courierDesk.trackNamed', { name })} />
          </p>
        )}
      </div>
      <div className="delivery-actions">
        {!over && recipient && <Slip id={id} name={name} />}
        {mayClose && (
          <button type="button" className="button" aria-label={t('courierDesk.closeNamed', { name })} onClick={() => setDialog('close')}>
            {t('courierDesk.close')}
          </button>
        )}
        {mayCancel && (
          <button
            type="button"
            className="button quiet stop"
            aria-label={t('courierDesk.cancelNamed', { name })}
            onClick={() => setDialog('cancel')}
          >
            {t('courierDesk.cancel')}
          </button>
        )}
        {over && recipient && <Again id={id} name={name} />}
      </div>
      {dialog === 'cancel' && <CancelDialog id={id} onClose={() => setDialog(null)} />}
      {dialog === 'close' && <CloseDialog id={id} onClose={() => setDialog(null)} />}
    </>
  );
}

function Times({ delivery }: { delivery: DeliveryView }) {
  const { pickupEta, pickupEtaBefore, dropoffEta, scheduledTime, completedAt, newsAt, metresLeft, isFetched, over } = delivery;
  const { min, max } = dropoffEta;
  const now = useServiceMinute(pickupEta);
  if (over) return completedAt && <p>{t('courierDesk.deliveredAt', { time: clockText(completedAt) })}</p>;
  const isSilent = !isFetched && pickupEta !== null && now - Date.parse(pickupEta) > SILENT_MS;
  // Times shortly after midnight are shown without the day.
  const at = (iso: string) => dayAndClock(iso, now);
  return (
    <>
      {scheduledTime && <p>{t('courierDesk.scheduledFor', { time: at(scheduledTime) })}</p>}
      {pickupEta && !isFetched && (
        <p data-moved={pickupEtaBefore !== null || undefined}>
          {pickupEtaBefore === null
            ? t('courierDesk.eta', { time: at(pickupEta) })
            : t('courierDesk.etaMoved', { time: at(pickupEta), before: at(pickupEtaBefore) })}
        </p>
      )}
      {min && max && (
        <p>{min === max ? t('courierDesk.thereAt', { time: at(min) }) : t('courierDesk.there', { from: at(min), to: at(max) })}</p>
      )}
      {metresLeft !== null && <p>{t('courierDesk.away', { distance: kilometres(metresLeft) })}</p>}
      {newsAt && <p className="delivery-news">{t('courierDesk.lastNews', { time: at(newsAt) })}</p>}
      {isSilent && <ProblemText problem={{ code: 'silent', text: t('courierDesk.silent'), hint: t('courierDesk.silentHint') }} />}
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
        aria-label={t('courierDesk.printSlipNamed', { name })}
        disabled={slip.busy}
        onClick={async () => setPrinted(await slip.run({ id }))}
      >
        <Icon name="printer" />
        {t('courierDesk.printSlip')}
      </button>
      <span role="status" className="printed" data-confirmed={printed?.confirmed}>
        {say(printed?.text)}
      </span>
      {slip.problem && <ProblemText problem={slip.problem} spoken />}
    </>
  );
}

/** Fills the form again; the price must be requested again. */
function Again({ id, name }: { id: string; name: string }) {
  const request = useCall('courier.request');
  const fill = async () => {
    const given = await request.run({ id });
    if (given) fillFrom(given);
  };
  return (
    <>
      <button
        type="button"
        className="button"
        aria-label={t('courierDesk.againNamed', { name })}
        disabled={request.busy}
        onClick={() => void fill()}
      >
        {t('courierDesk.again')}
      </button>
      {request.problem && <ProblemText problem={request.problem} spoken />}
    </>
  );
}
