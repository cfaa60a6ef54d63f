/** Dialog to reject an order: the service's reason code and a text for the customer. Always two taps. */
import { type FormEvent, useState } from 'react';
import type { OrderCard } from '../../../contract/contract.ts';
import { OrderSoldOut } from '../../menu/order/order-sold-out.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { DangerEnd } from '../../parts/form/danger-end.tsx';
import { Choices } from '../../parts/form/field.tsx';
import { entryOf } from '../../state/entry-of.ts';
import { reject } from '../../state/order-commands.ts';
import { presetsOf, REJECT_CODES, type RejectCode } from '../../state/reject-reasons.ts';
import { setUiState, useTopic, useUiState } from '../../state/ui-state.ts';
import { lockWhenGone } from '../../touch/lock.ts';
import { say, t } from '../../words.ts';
import { keepReason, keptReason } from './kept-reasons.ts';
import { useCommand } from './use-command.ts';
import './reject-dialog.css';

const MOST = 500;

const close = () => setUiState({ rejecting: null });

export function RejectDialog({ orderId }: { orderId: string }) {
  const order = entryOf(useTopic('orders'), orderId);
  // While sending, the order's update may arrive before the answer.
  const isSending = useUiState(({ sending }) => entryOf(sending, orderId) === 'reject');
  if (!order) return null;
  return (
    <Dialog order={order} title={t('reject.title', { number: order.number })} onClose={close}>
      {isSending || order.actions.some((action) => action.name === 'reject') ? (
        <RejectForm order={order} />
      ) : (
        <p className="reject-gone" role="alert">
          {t('reject.gone', { status: say(order.pending?.text ?? order.statusLabel) })}
        </p>
      )}
    </Dialog>
  );
}

function RejectForm({ order }: { order: OrderCard }) {
  const own = entryOf(useTopic('venues'), order.venueId)?.rejectReasons;
  const reasonsOf = (of: RejectCode): readonly string[] => (own?.[of]?.length ? own[of] : presetsOf(of));
  const [code, setCode] = useState<RejectCode>('GENERIC');
  const [reason, setReason] = useState(() => keptReason('GENERIC') ?? reasonsOf('GENERIC')[0] ?? '');
  const [edited, setEdited] = useState(false);
  const [missing, setMissing] = useState(false);
  const command = useCommand(order.id);
  const kept = keptReason(code);
  const suggestions = [...new Set([...(kept ? [kept] : []), ...reasonsOf(code)])];

  const choose = (next: RejectCode) => {
    setCode(next);
    if (!edited) setReason(keptReason(next) ?? reasonsOf(next)[0] ?? '');
  };
  const take = (text: string) => {
    setReason(text);
    setEdited(false);
    setMissing(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const text = reason.trim();
    if (!text) return setMissing(true);
    if (!suggestions.includes(text)) keepReason(code, text);
    // Another order's dialog may be open by now.
    void command.run(reject(order, text, code), () => setUiState(({ rejecting }) => (rejecting === order.id ? { rejecting: null } : {})));
  };

  return (
    <form ref={lockWhenGone} className="reject" onSubmit={submit} noValidate>
      <div className="reject-body">
        <Choices
          legend={t('reject.why')}
          name="code"
          chosen={code}
          onChoose={choose}
          options={REJECT_CODES.map((value) => ({ value, label: t(`reject.codes.${value}`) }))}
        />
        {code === 'ITEMS_UNAVAILABLE' && <OrderSoldOut order={order} />}
        <div className="field">
          <label htmlFor="reject-text">{t('reject.text')}</label>
          <textarea
            id="reject-text"
            rows={3}
            maxLength={MOST}
            value={reason}
            aria-invalid={missing || undefined}
            aria-describedby="reject-hint reject-error"
            onChange={(event) => {
              setReason(event.target.value);
              setEdited(event.target.value.trim() !== '');
              setMissing(false);
            }}
          />
          <p className="field-hint" id="reject-hint">
            {t('reject.hint')} {t('reject.left', { count: MOST - reason.length })}.
          </p>
          <p className="field-error" id="reject-error">
            {missing && t('reject.missing')}
          </p>
        </div>
        <fieldset className="reject-suggestions">
          <legend>{t('reject.suggestions')}</legend>
          {suggestions.map((text) => (
            <button key={text} type="button" className="button quiet" onClick={() => take(text)}>
              {text}
            </button>
          ))}
        </fieldset>
      </div>
      <div className="reject-end">
        <DangerEnd action={command} keep={t('reject.keep')} go={t('reject.confirm')} onKeep={close} />
      </div>
    </form>
  );
}
