/** New prices for several items by a rule, reviewed before sending. */
import { useMemo, useState } from 'react';
import { type MenuView, type PriceChange, type Reprice, repriced } from '../../../contract/contract.ts';
import { amountText, asTyped, exampleAmount, minorUnits } from '../../parts/amounts.ts';
import { Field, SelectField } from '../../parts/form/field.tsx';
import { t } from '../../words.ts';
import { idOf, type Prepared, type ThingRow } from '../list/prepared.ts';
import { createSearch, type Texts } from '../list/search.ts';
import { Windowed } from '../list/windowed.tsx';
import { MenuSearch } from '../parts/menu-search.tsx';
import { OldAndNew } from './old-and-new.tsx';
import { PriceReview } from './price-review.tsx';
import './prices.css';

const height = (): number => 3.5;
const STEPS = [1, 5, 10, 50, 100] as const;

export function ManyPrices({ menu, prepared, texts }: { menu: MenuView; prepared: Prepared; texts: Texts }) {
  const { currency, minorDigits: digits } = menu;
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [percent, setPercent] = useState('5');
  const [plus, setPlus] = useState('');
  const [roundTo, setRoundTo] = useState('10');
  const [reviewed, setReviewed] = useState<PriceChange[] | null>(null);
  const search = useMemo(() => createSearch(prepared, texts), [prepared, texts]);
  const rows = useMemo(
    () => search(typed).filter((row): row is ThingRow => row.kind !== 'head' && row.of.price !== null && row.of.what !== null),
    [search, typed],
  );
  const rule = ruleOf(percent, plus, Number(roundTo), digits);
  const isBadPercent = signed(percent) === null;
  const isBadPlus = plus.trim() !== '' && signedAmount(plus, digits) === null;
  const money = (amount: number) => amountText({ amount, currency }, digits);
  const choose = (key: string) =>
    setChosen((now) => {
      const next = new Set(now);
      if (!next.delete(key)) next.add(key);
      return next;
    });
  const byId = useMemo(() => new Map(prepared.rows.flatMap((row) => (row.kind === 'head' ? [] : [[idOf(row), row.of]]))), [prepared]);
  // Unchanged prices aren't sent: the service couldn't confirm them.
  const changes = [...chosen].flatMap((id): PriceChange[] => {
    const of = byId.get(id);
    if (!of?.what || of.price === null || !rule) return [];
    const price = repriced(of.price, rule);
    return price === of.price ? [] : [{ what: of.what, price }];
  });
  return (
    <section className="many-prices" aria-label={t('menu.tabs.prices')}>
      <MenuSearch typed={typed} onType={setTyped} found={typed.trim() === '' ? null : rows.length} />
      <div className="many-prices-head">
        <button type="button" className="button" onClick={() => setChosen(new Set([...chosen, ...rows.map(idOf)]))}>
          {t('menu.several.all')}
        </button>
        <button type="button" className="button quiet" disabled={chosen.size === 0} onClick={() => setChosen(new Set())}>
          {t('menu.several.clear')}
        </button>
        <span role="status">{chosen.size > 0 && t('menu.several.selected', { count: chosen.size })}</span>
      </div>
      <div className="menu-list-box">
        <Windowed label={t('menu.tabs.prices')} rows={rows} heightOf={height}>
          {(row) => {
            const isChosen = chosen.has(idOf(row));
            const price = row.of.price ?? 0;
            return (
              <label className="price-row">
                <span className="tick">
                  <input
                    type="checkbox"
                    data-row-name=""
                    aria-label={t('menu.several.select', { name: row.of.name })}
                    checked={isChosen}
                    onChange={() => choose(idOf(row))}
                  />
                </span>
                <span className="price-row-name">{row.of.name}</span>
                <span className="price-row-price">
                  {isChosen && rule && repriced(price, rule) !== price ? (
                    <OldAndNew from={money(price)} to={money(repriced(price, rule))} />
                  ) : (
                    money(price)
                  )}
                </span>
              </label>
            );
          }}
        </Windowed>
      </div>
      <form
        className="many-prices-rule"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (changes.length > 0) setReviewed(changes);
        }}
      >
        <Field
          label={t('menu.several.percent')}
          name="percent"
          inputMode="decimal"
          value={percent}
          onChange={({ target }) => setPercent(target.value)}
          error={isBadPercent ? t('menu.several.badPercent', { example: asTyped(2.5) }) : undefined}
        />
        <Field
          label={t('menu.several.plus', { currency })}
          name="plus"
          inputMode="decimal"
          value={plus}
          onChange={({ target }) => setPlus(target.value)}
          error={isBadPlus ? t('more.badAmount', { example: exampleAmount(digits) }) : undefined}
        />
        <SelectField
          label={t('menu.several.round')}
          value={roundTo}
          options={STEPS.map((step) => [String(step), step === 1 ? t('menu.several.noRound') : money(step)] as const)}
          onChoose={setRoundTo}
        />
        <button type="submit" className="button fill" disabled={changes.length === 0}>
          {t('menu.several.review', { count: changes.length })}
        </button>
      </form>
      {reviewed && <PriceReview menu={menu} changes={reviewed} onClose={() => setReviewed(null)} onSent={() => setChosen(new Set())} />}
    </section>
  );
}

/** Parses "5", "-2,5", "+10"; null if invalid. */
function signed(typed: string): number | null {
  const written = typed.trim().replace(',', '.').replace('−', '-');
  return /^[+-]?\d{1,3}(\.\d{1,2})?$/.test(written) ? Number(written) : null;
}

function signedAmount(typed: string, digits: number | null): number | null {
  const [, sign = '', rest = ''] = /^\s*([+\-−]?)(.*)$/s.exec(typed) ?? [];
  const amount = minorUnits(rest, digits);
  return amount === null ? null : sign === '' || sign === '+' ? amount : -amount;
}

function ruleOf(percent: string, plus: string, roundTo: number, digits: number | null): Reprice | null {
  const [share, more] = [signed(percent), plus.trim() === '' ? 0 : signedAmount(plus, digits)];
  return share === null || more === null ? null : { percent: share, plus: more, roundTo, how: 'nearest' };
}
