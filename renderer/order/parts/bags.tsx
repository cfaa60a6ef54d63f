/** A group order's bags, one per person, checked off manually or by scanning labels. */
import { Checkbox } from 'react-aria-components';
import type { KitchenOrder, Problem } from '../../../contract/contract.ts';
import { Icon } from '../../parts/icons.tsx';
import { ProblemText } from '../../parts/problem.tsx';
import { useCall, useEachCall } from '../../parts/use-call.ts';
import { personName } from '../../state/names.ts';
import { useMay } from '../../state/ui-state.ts';
import { t } from '../../words.ts';
import './bags.css';

/** Names of unchecked people; empty outside group orders. */
export function unchecked(order: KitchenOrder): string[] {
  return order.participants.filter((_, place) => !order.checked.includes(place)).map(personName);
}

export function Bags({ order }: { order: KitchenOrder }) {
  const check = useEachCall('order.check');
  const print = useCall('print.again');
  const mayPack = useMay('pack');
  const printLabel = (part: number) => void print.run({ orderId: order.id, document: 'participant-label', part, printerId: null });
  if (order.participants.length === 0) return null;
  const people = order.participants.map((person, participant) => {
    const name = personName(person);
    return { name, participant, key: `${participant} ${name}` };
  });
  return (
    <section className="bags" aria-label={t('bags.title')}>
      <h3>
        {t('bags.title')} <span className="detail-count">{t('bags.count', { count: order.checked.length, of: order.bags })}</span>
      </h3>
      <ul>
        {people.map(({ name, participant, key }) => (
          <li key={key}>
            <Checkbox
              className="bag"
              isReadOnly={!mayPack}
              isSelected={order.checked.includes(participant)}
              onChange={(checked) => void check.run({ orderId: order.id, participant, checked })}
            >
              <span className="bag-box">
                <Icon name="check" />
              </span>
              <span>{name}</span>
              <ItemsOf order={order} name={name} />
            </Checkbox>
            {mayPack && (
              <button
                type="button"
                className="button quiet square"
                aria-label={t('bags.print', { name })}
                disabled={print.busy}
                onClick={() => printLabel(participant)}
              >
                <Icon name="labels" />
              </button>
            )}
          </li>
        ))}
      </ul>
      {(check.problem ?? print.problem) && <ProblemText problem={(check.problem ?? print.problem) as Problem} spoken />}
    </section>
  );
}

/** Number of a person's items. Hidden if uncertain: shared dishes, equal names, a cut list. */
function ItemsOf({ order, name }: { order: KitchenOrder; name: string }) {
  const isOne = order.participants.map(personName).filter((other) => other === name).length === 1;
  if (!isOne || order.isCut || order.items.some(({ participants }) => participants.length > 1)) return null;
  const count = order.items
    .filter(({ participants }) => participants.map(personName).includes(name))
    .reduce((sum, item) => sum + item.count, 0);
  return count > 0 ? <span className="bag-items">{t('card.itemCount', { count })}</span> : null;
}
