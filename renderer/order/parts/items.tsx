/** What was ordered: count, name, options, and whose it is in a group order. */
import type { OrderCard } from '../../../contract/contract.ts';
import { Icon } from '../../parts/icons.tsx';
import { words } from '../../words.ts';
import { itemName, personName } from '../names.ts';
import './items.css';

type Item = OrderCard['items'][number];

/** `most`: how many lines the card has room for; with `onMore`, a button tells how many are left out. */
export function Items({ items, most, prices, onMore }: { items: Item[]; most?: number; prices?: boolean; onMore?: () => void }) {
  // One line over the limit is shown rather than replaced by a button of the same height.
  const shown = most !== undefined && items.length > most + 1 ? items.slice(0, most) : items;
  const left = items.length - shown.length;
  return (
    <>
      <ul className="items">
        {keyed(shown).map(({ key, entry }) => (
          <Line key={key} item={entry} prices={prices ?? false} />
        ))}
      </ul>
      {left > 0 && (
        <button type="button" className="button quiet items-more" onClick={onMore}>
          <Icon name="dots" /> {words.card.moreItems(left)}
        </button>
      )}
    </>
  );
}

function Line({ item, prices }: { item: Item; prices: boolean }) {
  return (
    <li className="item">
      <span className="item-count" data-many={item.count > 1 || undefined}>
        {item.count}×
      </span>
      <div className="item-body">
        <span className="item-name">{itemName(item.name)}</span>
        {item.options.length > 0 && (
          <ul className="item-options">
            {keyed(item.options).map(({ key, entry }) => (
              <li key={key}>
                <span className="item-group">{entry.group}:</span> {entry.count > 1 && `${entry.count}× `}
                {entry.value}
              </li>
            ))}
          </ul>
        )}
        {item.participants.length > 0 && (
          <ul className="item-people" aria-label={words.card.forPeople(item.participants.map(personName).join(', '))}>
            {keyed(item.participants).map(({ key, entry }) => (
              <li key={key}>
                <Icon name="person" />
                {personName(entry)}
              </li>
            ))}
          </ul>
        )}
      </div>
      {prices && item.total && <span className="item-price">{item.total.text}</span>}
    </li>
  );
}

/** The same item may stand in an order twice, and lines have no id: the place is the key. */
function keyed<T>(list: T[]): { key: string; entry: T }[] {
  return list.map((entry, place) => ({ key: String(place), entry }));
}
