import { type ReactNode, useState } from 'react';
import type { OrderDetail as DetailView, KitchenOrder, OrderCard } from '../../contract/contract.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Icon } from '../parts/icons.tsx';
import { Problems } from '../parts/problem.tsx';
import { entryOf } from '../state/entry-of.ts';
import { itemName, itemsText } from '../state/names.ts';
import { useOrders, useTopic } from '../state/ui-state.ts';
import { say, t } from '../words.ts';
import { Actions } from './actions/actions.tsx';
import { Batches } from './more/batches.tsx';
import { useDetail } from './more/use-detail.ts';
import { Operation } from './operations/operation.tsx';
import { AgeBar } from './parts/age-bar.tsx';
import { Bags } from './parts/bags.tsx';
import { Comment } from './parts/comment.tsx';
import { Items } from './parts/dishes/items.tsx';
import { Due } from './parts/due.tsx';
import { Money } from './parts/money/money.tsx';
import { Steps } from './parts/steps.tsx';
import { SheetFoot } from './sheet-foot.tsx';
import { askSoldOut, canMarkSoldOut, useDishPress } from './use-dish-press.ts';
import { WhenAndWho } from './when-and-who.tsx';
import './card-head.css';
import './order-detail.css';

export function OrderDetail({ orderId, onClose }: { orderId: string; onClose: () => void }) {
  const card = entryOf(useTopic('orders'), orderId);
  const shown = entryOf(useOrders(), orderId);
  const order = card ?? shown;
  if (!order) return null;
  return (
    <Dialog
      shape="order"
      order={order}
      name={t('detail.name', { number: order.number })}
      title={<Title order={order} />}
      headExtra={<Due order={order} />}
      below={<AgeBar order={order} />}
      onClose={onClose}
    >
      {card ? <OfCard card={card} /> : <OnDisplay order={order} />}
    </Dialog>
  );
}

function OfCard({ card }: { card: OrderCard }) {
  const { detail, readAgain } = useDetail(card);
  /** A new `turn` restarts the form of the chosen operation. */
  const [operation, setOperation] = useState<{ name: string; turn: number } | null>(null);
  // The card's texts may be cut; the detail's aren't.
  const order: OrderCard = { ...card, ...detail?.whole };
  const chosen = detail?.operations.find(({ name }) => name === operation?.name);
  return (
    <>
      <Columns
        main={
          detail && chosen ? (
            <Operation
              key={operation?.turn}
              order={order}
              detail={detail}
              name={chosen.name}
              label={say(chosen.label)}
              why={chosen.why}
              onDone={readAgain}
              onClose={() => setOperation(null)}
            />
          ) : (
            <Main order={order} detail={detail} isShort={order.isCut && detail === null} />
          )
        }
      >
        <Bags order={order} />
        {!order.unread && <Money order={order} detail={detail} />}
        <WhenAndWho order={order} />
      </Columns>
      <SheetFoot
        order={order}
        detail={detail}
        onDone={readAgain}
        onOperate={(name) => setOperation((last) => ({ name, turn: (last?.turn ?? 0) + 1 }))}
      />
    </>
  );
}

/** What a kitchen display has of an order. */
function OnDisplay({ order }: { order: KitchenOrder }) {
  const main = (
    <>
      <Problems problems={order.trouble} />
      <Items items={order.items} />
      {order.isCut && <p>{t('card.cut')}</p>}
      <Comment text={order.comment} allergies={order.allergies} />
    </>
  );
  return (
    <>
      <Columns main={main}>
        <Bags order={order} />
        <WhenAndWho order={order} />
      </Columns>
      <footer className="sheet-foot">
        <div className="sheet-actions">
          <Actions order={order} />
        </div>
      </footer>
    </>
  );
}

function Columns({ main, children }: { main: ReactNode; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs the focus to scroll by keyboard
    <section className="detail" tabIndex={0} aria-label={t('detail.all')}>
      <div className="detail-main">{main}</div>
      <div className="detail-side">{children}</div>
    </section>
  );
}

function Title({ order }: { order: KitchenOrder & Partial<Pick<OrderCard, 'people'>> }) {
  const { kind, kindLabel, people = 0, preorder, number, statusLabel } = order;
  return (
    <span className="detail-title">
      <span className="detail-number">{number}</span>
      <span className="card-who">
        <span className="card-kind">
          <Icon name={kind} />
          <span>
            {[say(kindLabel), preorder && t('detail.preorder'), people > 0 && t('card.group', { count: people })]
              .filter(Boolean)
              .join(', ')}
          </span>
        </span>
        <span className="detail-state">{say(statusLabel)}</span>
      </span>
    </span>
  );
}

interface MainProps {
  order: OrderCard;
  detail: DetailView | null;
  isShort: boolean;
}

function Main({ order, detail, isShort }: MainProps) {
  const dishPress = useDishPress(order);
  return (
    <>
      {order.trouble.length > 0 && (
        <section aria-label={t('trouble.title')}>
          <Problems problems={order.trouble} />
        </section>
      )}
      {detail && order.actions.some(({ needsBatches }) => needsBatches) && <Batches order={order} detail={detail} />}
      {!order.unread && (
        <section {...dishPress}>
          <div className="detail-items-head">
            <h3>
              {t('detail.items')} <span className="detail-count">{order.itemCount === 0 ? itemsText(order) : order.itemCount}</span>
            </h3>
            {canMarkSoldOut(order) && (
              <button type="button" className="button quiet" aria-haspopup="dialog" onClick={() => askSoldOut(order, null)}>
                {t('menu.order.title')}
              </button>
            )}
          </div>
          <Items items={order.items} prices />
        </section>
      )}
      {isShort && <p role="status">{t('card.cut')}</p>}
      <Comment text={order.comment} allergies={order.allergies} />
      {detail && <ItemNotes detail={detail} />}
      {!order.unread && <Steps order={order} />}
      {!order.unread && !detail && <p className="detail-count">{t('more.reading')}</p>}
    </>
  );
}

function ItemNotes({ detail }: { detail: DetailView }) {
  const of = new Map<string, Set<string>>();
  for (const { name, notes } of detail.rows)
    for (const note of notes.map(say)) of.set(note, (of.get(note) ?? new Set()).add(itemName(name)));
  if (of.size === 0) return null;
  return (
    <section>
      <h3>{t('more.itemNotes')}</h3>
      <dl className="detail-facts">
        {[...of].map(([note, names]) => (
          <div key={note}>
            <dt>{note}</dt>
            <dd>{[...names].join(', ')}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
