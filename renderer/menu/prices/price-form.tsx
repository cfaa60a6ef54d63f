/** A price, a discounted one and its period: checked while typing, reviewed before sending. */
import { getLocalTimeZone, parseDateTime } from '@internationalized/date';
import { type FormEvent, useEffect, useState } from 'react';
import type { MenuView, PriceChange, Problem } from '../../../contract/contract.ts';
import { exampleAmount, majorUnits, minorUnits } from '../../parts/amounts.ts';
import { MomentField } from '../../parts/form/date-field.tsx';
import { Field } from '../../parts/form/field.tsx';
import { ProblemText } from '../../parts/problem.tsx';
import { call } from '../../state/link.ts';
import { say, t } from '../../words.ts';
import type { ThingRow } from '../list/prepared.ts';
import { PriceReview } from './price-review.tsx';

export function PriceForm({ row: { kind, of }, menu }: { row: ThingRow; menu: MenuView }) {
  const { currency, minorDigits: digits, venueId } = menu;
  const [price, setPrice] = useState(of.price === null ? '' : majorUnits(of.price, digits));
  const [discounted, setDiscounted] = useState('');
  const [from, setFrom] = useState('');
  const [until, setUntil] = useState('');
  const [reviewed, setReviewed] = useState<PriceChange[] | null>(null);
  const amount = (typed: string) => minorUnits(typed, digits);
  const isWrong = amount(price) === null;
  const isWrongDiscount = discounted.trim() !== '' && amount(discounted) === null;
  const change: PriceChange | null =
    of.what === null || isWrong || isWrongDiscount
      ? null
      : {
          what: of.what,
          price: amount(price) ?? 0,
          ...(discounted.trim() === '' ? {} : { discountedPrice: amount(discounted) ?? 0 }),
          ...(from === '' ? {} : { discountFrom: utc(from) }),
          ...(until === '' ? {} : { discountUntil: utc(until) }),
        };
  const { problem, wrong } = useLookedThrough(venueId, change);
  const isChanged = change !== null && (change.price !== of.price || Object.keys(change).length > 2);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (change && isChanged && !wrong) setReviewed([change]);
  };
  const example = t('more.badAmount', { example: exampleAmount(digits) });
  return (
    <form className="menu-item-part" aria-label={t('menu.price.title')} onSubmit={submit} noValidate>
      <h3>{t('menu.price.title')}</h3>
      <div className="form-pair">
        <Field
          label={t('menu.price.price', { currency })}
          name="price"
          inputMode="decimal"
          value={price}
          onChange={({ target }) => setPrice(target.value)}
          error={isWrong ? example : undefined}
        />
        {kind === 'item' && (
          <Field
            label={t('menu.price.discounted', { currency })}
            name="discounted"
            inputMode="decimal"
            value={discounted}
            onChange={({ target }) => setDiscounted(target.value)}
            error={isWrongDiscount ? example : undefined}
          />
        )}
      </div>
      {kind === 'item' && (
        <div className="form-pair">
          <MomentField label={t('menu.price.from')} value={from} onChange={setFrom} />
          <MomentField label={t('menu.price.until')} value={until} onChange={setUntil} />
        </div>
      )}
      <p className="field-error" role="status">
        {wrong}
      </p>
      {problem && <ProblemText problem={problem} />}
      <div className="form-end">
        <button type="submit" className="button" disabled={!isChanged || wrong !== null}>
          {t('menu.price.review')}
        </button>
      </div>
      {reviewed && <PriceReview menu={menu} changes={reviewed} onClose={() => setReviewed(null)} />}
    </form>
  );
}

/** ISO UTC of a time in the zone of Tillbridge's computer. */
const utc = (moment: string): string => parseDateTime(moment).toDate(getLocalTimeZone()).toISOString();

/** The app checks a typed price this long after the last key, ms. */
const LOOKS_AFTER_MS = 150;

/** Lets the app check the change. `wrong`: why the price is refused. */
function useLookedThrough(venueId: string, change: PriceChange | null): { problem: Problem | null; wrong: string | null } {
  const [found, setFound] = useState<{ of: string; problem: Problem | null; wrong: string | null } | null>(null);
  const of = change === null ? '' : JSON.stringify(change);
  useEffect(() => {
    if (of === '') return;
    let isWanted = true;
    const looking = setTimeout(async () => {
      const answer = await call('menu.reviewPrices', { venueId, changes: [JSON.parse(of)] });
      if (!isWanted) return;
      const mistake = answer.ok ? (answer.value.lines[0]?.problem ?? null) : null;
      setFound({ of, problem: answer.ok ? null : answer.problem, wrong: mistake === null ? null : say(mistake) });
    }, LOOKS_AFTER_MS);
    return () => {
      isWanted = false;
      clearTimeout(looking);
    };
  }, [of, venueId]);
  return found?.of === of ? found : { problem: null, wrong: null };
}
