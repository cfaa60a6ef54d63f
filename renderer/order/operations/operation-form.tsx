/** The frame of an operation's form: sends it once, then shows the refusal or the outcome. */
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import type { OperationInput, OrderCard } from '../../../contract/contract.ts';
import { type FieldErrors, WrongFields } from '../../parts/form/field-errors.ts';
import { ProblemText } from '../../parts/problem.tsx';
import { useCall } from '../../parts/use-call.ts';
import { t } from '../../words.ts';
import { Outcome } from './outcome.tsx';
import { type Typed, typedIn } from './typed.ts';

interface Props {
  order: OrderCard;
  label: string;
  onDone: () => void;
  read: (typed: Typed) => OperationInput;
  /** Decimals of the order's currency; null if unknown or unneeded. */
  minorDigits?: number | null;
  /** If given, a first tap shows this review if main would accept the input; a second tap sends it. */
  review?: (operation: OperationInput) => ReactNode;
  confirmLabel?: string;
  itemsVersion?: string;
  children?: ReactNode;
}

export function OperationForm({ order, label, onDone, read, minorDigits = null, review, confirmLabel, itemsVersion, children }: Props) {
  const [wrong, setWrong] = useState<FieldErrors>({});
  const [reviewed, setReviewed] = useState<OperationInput | null>(null);
  const isReview = review !== undefined && reviewed === null;
  const { run, busy, problem } = useCall(isReview ? 'order.review' : 'order.operate');
  /** `before`: the order's operations when this one was sent. Null until sent. */
  const [sent, setSent] = useState<{ operation: string; before: OrderCard['operated'] } | null>(null);
  // Repeated taps send the same ID, so they count once.
  const requestId = useRef(crypto.randomUUID());

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = typedIn(new FormData(event.currentTarget), minorDigits);
    const operation = reviewed ?? read(typed);
    setWrong(typed.wrong);
    if (Object.keys(typed.wrong).length > 0) return;
    const before = order.operated;
    const { id: orderId, revision } = order;
    const taken = await run({ orderId, revision, requestId: requestId.current, operation, itemsVersion });
    if (isReview || !taken) return setReviewed(taken && operation);
    setSent({ operation: operation.operation, before });
    onDone();
  };

  if (sent) return <Outcome order={order} requestId={requestId.current} {...sent} />;
  return (
    <form className="more-form" aria-label={label} onSubmit={(event) => void submit(event)} noValidate>
      <div className="more-fields" hidden={reviewed !== null}>
        <WrongFields value={wrong}>{children}</WrongFields>
      </div>
      {reviewed && review?.(reviewed)}
      {problem && <ProblemText problem={problem} spoken />}
      <div className="form-end">
        {reviewed && (
          <button type="button" className="button" onClick={() => setReviewed(null)}>
            {t('more.back')}
          </button>
        )}
        {/* Not the review's button, so that a double tap doesn't confirm an unread review. */}
        <button key={reviewed ? 'confirm' : 'review'} type="submit" className="button fill" disabled={busy}>
          {reviewed ? (confirmLabel ?? label) : review ? t('more.review') : label}
        </button>
      </div>
    </form>
  );
}
