/** An order's amounts as a table that adds up to the total and the cash to collect. */
import type { MoneyRow, OrderCard, OrderDetail } from '../../../../contract/contract.ts';
import { say, t } from '../../../words.ts';
import './money.css';

interface Row {
  is: MoneyRow | 'total';
  label: string;
  value: string;
}

const BEFORE_TOTAL: readonly MoneyRow[] = ['before', 'discounts', 'items', 'odd', 'fees', 'fee', 'tip'];
const AFTER_TOTAL: readonly MoneyRow[] = ['cash', 'gives', 'back'];
/** Characters; longer values are sentences or unreadable amounts, and may wrap. */
const LONGEST_AMOUNT = 18;
/** Rows that are hidden when zero. */
const ONLY_IF_ANY: ReadonlySet<MoneyRow> = new Set(['before', 'discounts', 'tip', 'fees', 'fee']);

export function Money({ order, detail }: { order: OrderCard; detail: OrderDetail | null }) {
  const rows = detail ? rowsOf(order, detail) : rowsOfCard(order);
  if (rows.length === 0) return null;
  return (
    <section>
      <h3 id="money-of-order">{t('detail.money')}</h3>
      <Rows rows={rows} aria-labelledby="money-of-order" />
    </section>
  );
}

/** Refunds, also uncertain ones, and what's left of the total. */
export function WentBack({ detail }: { detail: OrderDetail }) {
  const rows = rowsIn(detail)(['back']);
  return rows.length === 0 ? null : <Rows rows={rows} aria-label={t('detail.money')} />;
}

function Rows({ rows, ...name }: { rows: Row[]; 'aria-label'?: string; 'aria-labelledby'?: string }) {
  return (
    <table className="order-money" {...name}>
      <tbody>
        {rows.map(({ is, label, value }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an order may have two fees of one name
          <tr key={`${is} ${place}`} data-is={is}>
            <th scope="row">{label}</th>
            <td data-long={value.length > LONGEST_AMOUNT || undefined}>
              <span>{value}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function rowsOf(order: OrderCard, detail: OrderDetail): Row[] {
  const rows = rowsIn(detail);
  return [...rows(BEFORE_TOTAL), ...total(order, say(detail.toPay)), ...rows(AFTER_TOTAL)];
}

function rowsIn(detail: OrderDetail): (kinds: readonly MoneyRow[]) => Row[] {
  const facts = detail.sections.find(({ of }) => of === 'money')?.facts ?? [];
  const isDiscounted = facts.some(({ is, money }) => is === 'discounts' && money != null && money.amount !== 0);
  return (kinds) =>
    kinds.flatMap((kind) =>
      facts.flatMap(({ is, label, value, money, text: given }): Row[] => {
        const text = value === true ? null : say(given ?? money ?? value);
        if (is !== kind || typeof text !== 'string') return [];
        if (ONLY_IF_ANY.has(is) && (money ? money.amount === 0 : text === '0')) return [];
        if (is === 'before' && !isDiscounted) return [];
        const isBelowNothing = money ? money.amount < 0 : text.startsWith('-');
        return [{ is, label: say(label), value: is === 'discounts' && !isBelowNothing ? `−${text}` : text }];
      }),
    );
}

/** Displays get no more than the card. */
function rowsOfCard(order: OrderCard): Row[] {
  const { total: items, cashToCollect } = order;
  return [
    ...(items ? [{ is: 'items' as const, label: t('detail.itemsTotal'), value: say(items) }] : []),
    ...total(order, say(order.toPay)),
    ...(cashToCollect ? [{ is: 'cash' as const, label: t('card.toPay'), value: say(cashToCollect) }] : []),
  ];
}

/** Without cash to collect, the order was paid to the service. Refunds of ended orders are unknown here. */
function total({ cashToCollect, column }: OrderCard, value: string | null): Row[] {
  const isPaid = cashToCollect === null && column !== 'ended';
  return value === null ? [] : [{ is: 'total', label: isPaid ? t('detail.totalPaid') : t('detail.total'), value }];
}
