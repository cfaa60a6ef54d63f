/** Marks an order's dish as sold out: until when, state, other open orders with it. */
import type { OrderCard, OrderedView } from '../../../contract/contract.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { ProblemText } from '../../parts/problem.tsx';
import { useServiceMinute } from '../../state/clock.ts';
import { entryOf } from '../../state/entry-of.ts';
import { itemName } from '../../state/names.ts';
import { setUiState, useTopic, useUiState } from '../../state/ui-state.ts';
import { t } from '../../words.ts';
import { isComingBack, isOut } from '../on-sale.ts';
import { EndsList } from '../parts/ends-menu.tsx';
import { KindQuestion } from '../parts/kind-question.tsx';
import { OutTag } from '../parts/out-tag.tsx';
import { PendingState } from '../parts/pending-state.tsx';
import { useSale } from '../parts/use-sale.ts';
import { OrderSoldOut } from './order-sold-out.tsx';
import { ordersWith } from './orders-with.ts';
import { useOrderSale } from './use-order-sale.ts';
import '../parts/ends-menu.css';
import '../../parts/menu.css';
import './dish-sold-out.css';

export function DishSoldOut() {
  const asked = useUiState((counter) => counter.sellingOut);
  const order = entryOf(useTopic('orders'), asked?.orderId ?? '');
  if (!asked || !order) return null;
  return asked.place === null ? (
    <AnyDish order={order} />
  ) : (
    <OneDish key={`${order.id} ${asked.place}`} order={order} place={asked.place} />
  );
}

const close = () => setUiState({ sellingOut: null });

function AnyDish({ order }: { order: OrderCard }) {
  return (
    <Dialog title={t('card.name', { number: order.number })} name={t('keys.soldOut')} order={order} onClose={close}>
      <div className="dish-sold-out">
        <OrderSoldOut order={order} />
      </div>
    </Dialog>
  );
}

/** One dish; the dialog stays open to show the result. */
function OneDish({ order, place }: { order: OrderCard; place: number }) {
  const { view, readAgain } = useOrderSale(order);
  const of = view?.items[place];
  const name = itemName(of?.name ?? order.items[place]?.name ?? null);
  const orders = Object.values(useTopic('orders'));
  const numbers = ordersWith(orders, order.venueId, order.items[place]?.name ?? null);
  return (
    <Dialog title={name} name={t('menu.soldOutNamed', { name })} order={order} onClose={close}>
      <div className="dish-sold-out">
        {numbers.length > 0 && <p>{t('menu.order.open', { count: numbers.length, numbers: numbers.join(', ') })}</p>}
        {!view || !of ? (
          <div aria-busy="true" />
        ) : view.sells === null ? (
          <KindQuestion venueId={view.venueId} onDone={readAgain} />
        ) : of.what === null ? (
          <p>{view.hasMenu ? t('menu.order.notFound') : t('menu.order.reading')}</p>
        ) : (
          <Choice of={{ ...of, what: of.what }} venueId={view.venueId} ends={view.ends} />
        )}
        <button type="button" className="button quiet" onClick={() => setUiState({ sellingOut: { orderId: order.id, place: null } })}>
          {t('menu.order.all')}
        </button>
      </div>
    </Dialog>
  );
}

interface ChoiceProps {
  of: OrderedView & { what: NonNullable<OrderedView['what']> };
  venueId: string;
  ends: Parameters<typeof EndsList>[0]['ends'];
}

function Choice({ of, venueId, ends }: ChoiceProps) {
  const sale = useSale(venueId);
  const now = useServiceMinute(null);
  const isGone = isOut(of, now) && !isComingBack(of);
  return (
    <>
      <div className="dish-sold-out-state" role="status">
        <OutTag of={of} />
        {of.pending?.onSale !== undefined && <PendingState pending={of.pending} money={null} />}
      </div>
      {sale.problem && <ProblemText problem={sale.problem} spoken />}
      {isGone ? (
        <button type="button" className="button" onClick={() => void sale.backOnSale(of.what)}>
          {t('menu.back')}
        </button>
      ) : (
        <>
          <h3>{t('menu.ends.title')}</h3>
          <EndsList ends={ends} onEnd={(end) => void sale.soldOut(of.what, end)} />
        </>
      )}
    </>
  );
}
