/** Replacing items: possible once per order, so every change is reviewed before sending. */
import { useState } from 'react';
import type { OperationInput, OrderDetail } from '../../../contract/contract.ts';
import { OrderSoldOut } from '../../menu/order/order-sold-out.tsx';
import { amountText } from '../../parts/amounts.ts';
import { Field } from '../../parts/form/field.tsx';
import { FormSelect } from '../../parts/form/select.tsx';
import { itemName } from '../../state/names.ts';
import { t } from '../../words.ts';
import type { FormProps } from './form-props.ts';
import { OperationForm } from './operation-form.tsx';
import type { Typed } from './typed.ts';

type Replacing = Extract<OperationInput, { operation: 'replace-items' }>;
type Replacement = Replacing['changes'][number]['replacements'][number];
const KINDS = [
  'keep',
  'count-change-replacement',
  'weight-change-replacement',
  'reduced-price',
  'menu-item-replacement',
  'adhoc-replacement',
] as const;
type Kind = (typeof KINDS)[number];

export function ReplaceForm({ order, detail, label, onDone }: FormProps) {
  const rows = detail.rows.filter(({ row }) => row !== null);
  return (
    <OperationForm
      order={order}
      label={label}
      onDone={onDone}
      itemsVersion={detail.itemsVersion}
      read={(typed) => read(typed, detail.rows, detail.currency)}
      minorDigits={detail.minorDigits}
      review={(operation) => <Review operation={operation as Replacing} detail={detail} />}
      confirmLabel={t('more.replace.confirm')}
    >
      <p className="more-warning">{t('more.replace.warning')}</p>
      {rows.map(({ row, name, count }) => (
        <RowFields key={row} row={row ?? 0} name={itemName(name)} count={count} currency={detail.currency ?? ''} />
      ))}
      <OrderSoldOut order={order} />
      <Field label={t('more.replace.addition')} name="addition" />
    </OperationForm>
  );
}

function RowFields({ row, name, count, currency }: { row: number; name: string; count: number; currency: string }) {
  const [kinds, setKinds] = useState<Kind[]>(['keep']);
  const choose = (place: number, kind: Kind) => setKinds(kinds.map((other, at) => (at === place ? kind : other)));
  const substitutes = kinds[0] === 'menu-item-replacement' || kinds[0] === 'adhoc-replacement';
  return (
    <fieldset>
      <legend>
        {count}× {name}
      </legend>
      {kinds
        .map((kind, place) => ({ kind, place, id: `${row}-${place}` }))
        .map(({ kind, place, id }) => (
          <div key={id}>
            <FormSelect
              quiet
              name={`kind-${id}`}
              label={t('more.replace.row', { name })}
              chosen={kind}
              onChoose={(next) => choose(place, next)}
              options={KINDS.map((value) => [value, t(`more.replace.kinds.${value}`)])}
            />
            <KindFields kind={kind} id={id} currency={currency} />
          </div>
        ))}
      {substitutes && (
        <button type="button" className="button quiet" onClick={() => setKinds([...kinds, 'menu-item-replacement'])}>
          {t('more.replace.another')}
        </button>
      )}
    </fieldset>
  );
}

function KindFields({ kind, id, currency }: { kind: Kind; id: string; currency: string }) {
  const substitute = kind === 'menu-item-replacement' || kind === 'adhoc-replacement';
  return (
    <>
      {(kind === 'count-change-replacement' || substitute) && (
        <Field label={t('more.count')} name={`count-${id}`} inputMode="numeric" defaultValue={substitute ? '1' : ''} />
      )}
      {kind === 'weight-change-replacement' && <Field label={t('more.replace.weight')} name={`weight-${id}`} inputMode="numeric" />}
      {(kind === 'reduced-price' || kind === 'menu-item-replacement') && <Field label={t('more.replace.barcode')} name={`barcode-${id}`} />}
      {substitute && <Field label={t('more.replace.name')} name={`name-${id}`} />}
      {(kind === 'reduced-price' || substitute) && (
        <Field label={t('more.replace.price', { currency })} name={`price-${id}`} inputMode="decimal" />
      )}
      {substitute && <Field label={t('more.replace.deposit', { currency })} name={`deposit-${id}`} inputMode="decimal" />}
    </>
  );
}

function read(typed: Typed, rows: OrderDetail['rows'], currency: string | null): Replacing {
  const changes: Replacing['changes'] = [];
  for (const { row } of rows) {
    if (row === null) continue;
    const replacements: Replacement[] = [];
    for (let place = 0; ; place += 1) {
      const kind = typed.text(`kind-${row}-${place}`);
      if (kind === '') break;
      if (kind !== 'keep') replacements.push(readOne(typed, `${row}-${place}`, kind as Replacement['type'], currency));
    }
    if (replacements.length > 0) changes.push({ row, replacements });
  }
  const addition = typed.text('addition');
  return {
    operation: 'replace-items',
    changes,
    additions: addition === '' ? [] : [/^\d{8,14}$/.test(addition) ? { row: null, barcode: addition } : { row: null, name: addition }],
  };
}

/** A replacement as typed, without empty fields. */
function readOne(typed: Typed, id: string, type: Replacement['type'], currency: string | null): Replacement {
  const replacement: Replacement = { type };
  if (typed.text(`count-${id}`) !== '') replacement.count = typed.whole(`count-${id}`);
  if (typed.text(`weight-${id}`) !== '') replacement.weight = typed.number(`weight-${id}`);
  for (const kind of ['name', 'barcode'] as const) {
    const written = typed.text(`${kind}-${id}`);
    if (written !== '') replacement[kind] = written;
  }
  for (const kind of ['price', 'deposit'] as const)
    if (typed.text(`${kind}-${id}`) !== '') replacement[kind] = { amount: typed.amount(`${kind}-${id}`), currency: currency ?? '' };
  return replacement;
}

function Review({ operation, detail }: { operation: Replacing; detail: OrderDetail }) {
  const nameOf = (row: number) => {
    const of = detail.rows.find((item) => item.row === row);
    return of ? itemName(of.name) : String(row);
  };
  const inWords = ({ type, count, weight, name, barcode, price }: Replacement) =>
    [
      t(`more.replace.kinds.${type}`),
      name ?? barcode,
      count !== undefined && `${count}×`,
      weight !== undefined && `${weight} g`,
      price && amountText(price, detail.minorDigits),
    ]
      .filter(Boolean)
      .join(', ');
  return (
    <div>
      <p className="more-warning">{t('more.replace.warning')}</p>
      <h4>{t('more.replace.summary')}</h4>
      <ul>
        {operation.changes.flatMap(({ row, replacements }) =>
          replacements.map((replacement, place) => (
            <li key={`${row}-${String(place)}`}>
              <strong>{nameOf(row)}</strong>: {inWords(replacement)}
            </li>
          )),
        )}
        {operation.additions.map(({ name, barcode }) => (
          <li key={name ?? barcode}>+ {name ?? barcode}</li>
        ))}
      </ul>
    </div>
  );
}
