/** Bottles and boxes that came back, credited to the customer. */
import type { OperationInput } from '../../../contract/contract.ts';
import { Field } from '../../parts/form/field.tsx';
import { words } from '../../words.ts';
import type { FormProps } from './operation.tsx';
import { amountOf, numberOf, OperationForm, textOf } from './operation-form.tsx';

const said = words.more;

export function DepositsForm({ order, detail, label, onDone }: FormProps) {
  const read = (fields: FormData): OperationInput | string => {
    const total = amountOf(fields.get('total'), detail.minorDigits);
    if (total === null) return said.badAmount;
    const item = {
      description: textOf(fields.get('description')),
      count: numberOf(fields.get('count')) || 0,
      total,
      vat: numberOf(fields.get('vat')) || 0,
    };
    return { operation: 'deposits-returned', items: [item] };
  };
  return (
    <OperationForm order={order} label={label} onDone={onDone} read={read}>
      <Field label={said.deposit.what} name="description" />
      <Field label={said.count} name="count" inputMode="numeric" defaultValue="1" />
      <Field label={said.deposit.total(detail.currency ?? '')} name="total" inputMode="decimal" />
      <Field label={said.vat} name="vat" inputMode="decimal" defaultValue="0" />
    </OperationForm>
  );
}
