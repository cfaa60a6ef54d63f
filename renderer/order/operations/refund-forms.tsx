import { Field } from '../../parts/form/field.tsx';
import { FormSelect } from '../../parts/form/select.tsx';
import { itemName } from '../../state/names.ts';
import { t } from '../../words.ts';
import { WentBack } from '../parts/money/money.tsx';
import type { FormProps } from './form-props.ts';
import { OperationForm } from './operation-form.tsx';
import type { Typed } from './typed.ts';

/** The only basket refund reason the service names. */
const NAMED = 'PRICE_DIFFERENCE';
const REASONS = ['PRICE_DIFFERENCE', 'QUALITY_ISSUES'] as const;

export function RefundItemsForm({ order, detail, label, onDone }: FormProps) {
  const rows = detail.rows.filter(({ row }) => row !== null);
  const currency = detail.currency ?? '';
  const read = (typed: Typed) => {
    const given = rows.filter(({ row }) => !['', '0'].includes(typed.text(`count-${row}`)));
    return {
      operation: 'refund-items',
      reason: typed.text('reason') as (typeof REASONS)[number],
      refunds: given.map(({ row }) => ({
        row: row ?? 0,
        count: typed.whole(`count-${row}`),
        perUnit: typed.amount(`amount-${row}`),
        comment: typed.text('comment') || null,
      })),
    } as const;
  };
  return (
    <OperationForm
      order={order}
      label={label}
      onDone={onDone}
      read={read}
      minorDigits={detail.minorDigits}
      itemsVersion={detail.itemsVersion}
    >
      <WentBack detail={detail} />
      <FormSelect
        name="reason"
        label={t('more.refund.why')}
        chosen={REASONS[0]}
        options={REASONS.map((reason) => [reason, t(`more.refund.reasons.${reason}`)])}
      />
      {rows.map(({ row, name, count }) => (
        <fieldset key={row}>
          <legend>
            {count}× {itemName(name)}
          </legend>
          <Field label={`${t('more.count')}: ${itemName(name)}`} name={`count-${row}`} inputMode="numeric" placeholder="0" />
          <Field label={`${t('more.refund.perUnit', { currency })}: ${itemName(name)}`} name={`amount-${row}`} inputMode="decimal" />
        </fieldset>
      ))}
      <Field label={t('more.refund.comment')} name="comment" />
    </OperationForm>
  );
}

export function RefundBasketForm({ order, detail, label, onDone }: FormProps) {
  const read = (typed: Typed) => {
    const written = typed.text('reason');
    const reason = written === t(`more.refund.reasons.${NAMED}`) ? NAMED : written;
    return { operation: 'refund-basket', amount: typed.amount('amount'), reason, vat: typed.number('vat') } as const;
  };
  return (
    <OperationForm order={order} label={label} onDone={onDone} read={read} minorDigits={detail.minorDigits}>
      <WentBack detail={detail} />
      <Field label={t('more.amount', { currency: detail.currency ?? '' })} name="amount" inputMode="decimal" />
      <Field label={t('more.refund.reason')} name="reason" defaultValue={t(`more.refund.reasons.${NAMED}`)} />
      <Field label={t('more.vat')} name="vat" inputMode="decimal" defaultValue="0" />
    </OperationForm>
  );
}
