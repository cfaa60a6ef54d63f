/** Totals of open dishes, or of their options: as many as fit, and the number of others. */
import { useLayoutEffect, useRef, useState } from 'react';
import { itemName } from '../../state/names.ts';
import { useOrders } from '../../state/ui-state.ts';
import { watchPosition } from '../../touch/lock.ts';
import { t } from '../../words.ts';
import { kept } from './kept.ts';
import { useKind } from './kind.ts';
import { allDay, optionsAllDay, type Tab, ticketsOf } from './tickets.ts';

const totals = kept('kitchen-totals', ['options']);

export const chooseTotals = totals.choose;

export function AllDay({ tab }: { tab: Tab }) {
  const kind = useKind();
  const isOfOptions = totals.use() === 'options';
  const tickets = ticketsOf(Object.values(useOrders()), tab, kind);
  const dishes = allDay(tickets);
  const shown = isOfOptions ? optionsAllDay(tickets) : dishes;
  const list = useRef<HTMLUListElement>(null);
  const [hidden, setHidden] = useState(0);
  const text = JSON.stringify(shown);
  // biome-ignore lint/correctness/useExhaustiveDependencies: counted anew for other totals
  useLayoutEffect(() => {
    const one = list.current;
    if (!one) return;
    // Entries that don't fit wrap to a hidden row.
    const count = () => setHidden([...one.children].filter((dish) => dish instanceof HTMLElement && dish.offsetTop > 0).length);
    const seen = new ResizeObserver(count);
    seen.observe(one);
    count();
    return () => seen.disconnect();
  }, [text]);
  if (dishes.length === 0) return null;
  return (
    <section ref={watchPosition} className="all-day" aria-label={t('kitchen.allDay')}>
      <h2>{t('kitchen.allDay')}</h2>
      <div className="all-day-of">
        <button type="button" aria-pressed={!isOfOptions} onClick={() => chooseTotals(null)}>
          {t('kitchen.dishes')}
        </button>
        <button type="button" aria-pressed={isOfOptions} onClick={() => chooseTotals('options')}>
          {t('menu.options')}
        </button>
      </div>
      <ul ref={list}>
        {shown.map(({ group, name, count }) => (
          <li key={`${group}\n${name}`}>
            <b>{count}</b> {group ? `${group}: ${itemName(name)}` : itemName(name)}
          </li>
        ))}
        {shown.length === 0 && <li>{t('kitchen.noOptions')}</li>}
      </ul>
      {hidden > 0 && <p>{isOfOptions ? t('board.more', { count: hidden }) : t('kitchen.moreDishes', { count: hidden })}</p>}
    </section>
  );
}
