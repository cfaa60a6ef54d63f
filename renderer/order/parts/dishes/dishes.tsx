/** A card's dishes: all, or the first and a button that opens the rest. */
import { useRef, useState } from 'react';
import type { KitchenItem } from '../../../../contract/contract.ts';
import { Icon } from '../../../parts/icons.tsx';
import { t } from '../../../words.ts';
import { Items } from './items.tsx';
import './dishes.css';

export const MOST_DISHES = 8;

export function Dishes({ items, most }: { items: KitchenItem[]; most: number }) {
  const [height, setHeight] = useState<number | null>(null);
  const list = useRef<HTMLDivElement>(null);
  // A single hidden dish would take no more room than the button.
  const folded = items.length > most + 1;
  if (!folded) return <Items items={items} />;
  const isOpen = height !== null;
  return (
    <div className="dishes-room" style={isOpen ? { blockSize: height } : undefined}>
      <div ref={list} className="dishes" data-open={isOpen || undefined}>
        <Items items={isOpen ? items : items.slice(0, most)} />
        <button
          type="button"
          className="button quiet dishes-more"
          aria-expanded={isOpen}
          onClick={() => setHeight(isOpen ? null : (list.current?.offsetHeight ?? null))}
        >
          <Icon name={isOpen ? 'up' : 'down'} />
          {isOpen ? t('card.fold') : t('card.moreItems', { count: items.length - most })}
        </button>
      </div>
    </div>
  );
}
