/** Totals of dishes to make: as many as fit, and the number of others. */
import { useLayoutEffect, useRef, useState } from 'react';
import { itemName } from '../../state/names.ts';
import { useOrders } from '../../state/ui-state.ts';
import { watchPosition } from '../../touch/lock.ts';
import { t } from '../../words.ts';
import { allDay, type Tab, ticketsOf } from './tickets.ts';

export function AllDay({ tab }: { tab: Tab }) {
  const dishes = allDay(ticketsOf(Object.values(useOrders()), tab));
  const list = useRef<HTMLUListElement>(null);
  const [hidden, setHidden] = useState(0);
  const text = JSON.stringify(dishes);
  // biome-ignore lint/correctness/useExhaustiveDependencies: counted anew when other dishes stand there
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
      <ul ref={list}>
        {dishes.map(({ name, count }) => (
          <li key={name ?? ''}>
            <b>{count}</b> {itemName(name)}
          </li>
        ))}
      </ul>
      {hidden > 0 && <p>{t('kitchen.moreDishes', { count: hidden })}</p>}
    </section>
  );
}
