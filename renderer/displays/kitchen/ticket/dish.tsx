/** A dish of a ticket: a tap marks it as done, another reverts that. */
import type { KitchenOrder } from '../../../../contract/contract.ts';
import { Choices } from '../../../order/parts/dishes/choices.tsx';
import { Icon } from '../../../parts/icons.tsx';
import { itemName, personName } from '../../../state/names.ts';
import { useKitchenApp, useMay } from '../../../state/ui-state.ts';
import { t } from '../../../words.ts';
import { setDish } from '../commands.ts';
import type { TicketLine } from '../tickets.ts';
import { DishSale } from './dish-sale.tsx';

export function Dish({ order, line: { item, key, done } }: { order: KitchenOrder; line: TicketLine }) {
  const isOn = useKitchenApp()?.kitchen.soldOut === true;
  const maySell = useMay('sold-out') && isOn;
  const mayPack = useMay('pack');
  const content = <Words item={item} done={done} />;
  if (key === null) return <div className="dish">{content}</div>;
  const strike = !mayPack ? (
    <div className="dish">{content}</div>
  ) : (
    <button type="button" className="dish" aria-pressed={done} onClick={() => setDish(order, key, !done)}>
      {content}
    </button>
  );
  if (!maySell) return strike;
  return (
    <div className="dish-row">
      {strike}
      <DishSale orderId={order.id} line={key} name={itemName(item.name)} />
    </div>
  );
}

function Words({ item: { name, count, options, participants }, done }: { item: TicketLine['item']; done: boolean }) {
  const people = participants.map(personName).join(', ');
  return (
    <>
      <span className="dish-count" data-many={count > 1 || undefined}>
        {done ? <Icon name="check" /> : count}
        <span className="unseen">{done ? `${count}× ` : '× '}</span>
      </span>
      <span className="dish-words">
        <span className="dish-name">
          {done && count > 1 && <span aria-hidden="true">{count} </span>}
          {itemName(name)}
        </span>
        {(options.length > 0 || people !== '') && (
          <span className="dish-more" data-beside={options.length === 0 || undefined}>
            <Choices of={options} />
            {people !== '' && (
              <span className="dish-people">
                <span className="unseen">{t('card.forPeople', { names: people })}</span>
                <span aria-hidden="true">{people}</span>
              </span>
            )}
          </span>
        )}
      </span>
    </>
  );
}
