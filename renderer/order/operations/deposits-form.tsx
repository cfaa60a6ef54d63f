/** Returned bottles and boxes, credited to the customer. */
import type { OperationInput } from '../../../contract/contract.ts';
import { Field } from '../../parts/form/field.tsx';
import { t } from '../../words.ts';
import { WentBack } from '../parts/money/money.tsx';
import type { FormProps } from './form-props.ts';
import { OperationForm } from './operation-form.tsx';
import type { Typed } from './typed.ts';

export function DepositsForm({ order, detail, label, onDone }: FormProps) {
  const read = (typed: Typed): OperationInput => ({
    operation: 'deposits-returned',
    items: [
      {
        description: typed.text('description'),
        count: typed.whole('count'),
        total: typed.amount('total'),
        vat: typed.number('vat'),
      },
    ],
  });
  return (
    <OperationForm order={order} label={label} onDone={onDone} read={read} minorDigits={detail.minorDigits}>
      <WentBack detail={detail} />
      <Field label={t('more.deposit.what')} name="description" />
      <Field label={t('more.count')} name="count" inputMode="numeric" defaultValue="1" />
      <Field label={t('more.deposit.total', { currency: detail.currency ?? '' })} name="total" inputMode="decimal" />
      <Field label={t('more.vat')} name="vat" inputMode="decimal" defaultValue="0" />
    </OperationForm>
  );
}
