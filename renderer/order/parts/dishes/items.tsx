import type { ItemView, KitchenItem } from '../../../../contract/contract.ts';
import { itemName, personName } from '../../../state/names.ts';
import { say, t } from '../../../words.ts';
import { Choices } from './choices.tsx';
import './items.css';

type Item = KitchenItem & Partial<Pick<ItemView, 'total'>>;

export function Items({ items, prices = false }: { items: Item[]; prices?: boolean }) {
  return (
    <ul className="items">
      {keyed(items).map(({ key, entry }) => (
        <Line key={key} item={entry} place={key} prices={prices} />
      ))}
    </ul>
  );
}

function Line({ item, place, prices }: { item: Item; place: string; prices: boolean }) {
  const { count, name, options, participants, total } = item;
  return (
    <li className="item" data-dish-place={place}>
      <Quantity count={count} />
      <span className="item-body">
        <span className="item-name">{itemName(name)}</span>
        {(options.length > 0 || participants.length > 0) && (
          <span className="item-more" data-beside={options.length === 0 || undefined}>
            <Choices of={options} />
            {participants.length > 0 && <People of={participants} />}
          </span>
        )}
      </span>
      {prices && total && <span className="item-price">{say(total)}</span>}
    </li>
  );
}

/** Highlighted above 1, as that's easily missed. */
function Quantity({ count }: { count: number }) {
  return (
    <span className="item-count" data-many={count > 1 || undefined}>
      {count}
      <span className="unseen">× </span>
    </span>
  );
}

function People({ of }: { of: Item['participants'] }) {
  const names = of.map(personName).join(', ');
  return (
    <span className="item-people">
      <span className="unseen">{t('card.forPeople', { names })}</span>
      <span aria-hidden="true">{names}</span>
    </span>
  );
}

/** Ordered items have no ID and may repeat. */
function keyed<T>(list: T[]): { key: string; entry: T }[] {
  return list.map((entry, place) => ({ key: String(place), entry }));
}
