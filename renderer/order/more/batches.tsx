/** Batch or lot IDs of a pharmacy order, entered before it is marked ready. */
import { type FormEvent, useState } from 'react';
import type { OrderCard, OrderDetail } from '../../../contract/contract.ts';
import { Field } from '../../parts/form/field.tsx';
import { ProblemText } from '../../parts/problem.tsx';
import { useCall } from '../../parts/use-call.ts';
import { itemName } from '../../state/names.ts';
import { t } from '../../words.ts';
import { ItemsChanged, useOpenedWith } from '../operations/items-changed.tsx';

interface Props {
  order: OrderCard;
  detail: OrderDetail;
}

export function Batches({ order, detail }: Props) {
  const { opened, turn, isOther, fresh } = useOpenedWith(detail);
  return (
    <>
      <BatchesForm key={turn} order={order} detail={opened} />
      {isOther && <ItemsChanged onRestart={fresh} />}
    </>
  );
}

function BatchesForm({ order, detail }: Props) {
  const { run, busy, problem } = useCall('order.ready');
  const [wrong, setWrong] = useState<string | null>(null);
  const rows = detail.rows.filter(({ row }) => row !== null && detail.batchRows.includes(row));
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const batches = rows.map(({ row }) => ({ row: row ?? 0, batches: batchesOf(String(fields.get(`row-${row}`) ?? '')) }));
    for (const [at, { batches: ids }] of batches.entries()) {
      const wanted = rows[at]?.count ?? 0;
      const covered = ids.reduce((sum, { quantity }) => sum + quantity, 0);
      if (covered !== wanted) return setWrong(t('more.batches.wrong', { name: itemName(rows[at]?.name ?? null), got: covered, wanted }));
    }
    setWrong(null);
    await run({ orderId: order.id, revision: order.revision, batches, itemsVersion: detail.itemsVersion });
  };
  return (
    <form className="more-form" aria-label={t('more.batches.title')} onSubmit={(event) => void submit(event)} noValidate>
      <h3>{t('more.batches.title')}</h3>
      <p>{t('more.batches.why')}</p>
      {rows.map(({ row, name, count }) => (
        <Field key={row} label={t('more.batches.of', { name: itemName(name), count })} name={`row-${row}`} />
      ))}
      {wrong && (
        <p className="field-error" role="alert">
          {wrong}
        </p>
      )}
      {problem && <ProblemText problem={problem} spoken />}
      <div className="form-end">
        <button type="submit" className="button fill" disabled={busy}>
          {t('more.batches.ready')}
        </button>
      </div>
    </form>
  );
}

/** Parses "LOT7 × 2, LOT8": two of one batch, one of another. */
function batchesOf(text: string): { id: string; quantity: number }[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      const [, id = part, quantity = '1'] = /^(.+?)\s*[×x*]\s*(\d+)$/.exec(part) ?? [];
      return { id: id.trim(), quantity: Number(quantity) };
    });
}
