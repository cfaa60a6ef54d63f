/** A "Sold out" button for each item of an order, so that it isn't ordered again. */
import { useState } from 'react';
import type { OrderCard, OrderedView } from '../../../contract/contract.ts';
import { ProblemText } from '../../parts/problem.tsx';
import { useServiceMinute } from '../../state/clock.ts';
import { itemName } from '../../state/names.ts';
import { t } from '../../words.ts';
import { isComingBack, isOut } from '../on-sale.ts';
import { EndsMenu, type EndsQuestion } from '../parts/ends-menu.tsx';
import { OutTag } from '../parts/out-tag.tsx';
import { PendingState } from '../parts/pending-state.tsx';
import { SaleButton } from '../parts/sale-button.tsx';
import { useSale } from '../parts/use-sale.ts';
import { useOrderSale } from './use-order-sale.ts';
import './order-sold-out.css';

export function OrderSoldOut({ order }: { order: Pick<OrderCard, 'id' | 'venueId'> }) {
  const { view, readAgain } = useOrderSale(order);
  const sale = useSale(order.venueId);
  const [asked, setAsked] = useState<EndsQuestion | null>(null);
  if (view === null || view.items.length === 0) return null;
  const line = (of: OrderedView) => <Line of={of} hasMenu={view.hasMenu} onAsk={setAsked} onBack={(what) => void sale.backOnSale(what)} />;
  return (
    <section className="order-sold-out" aria-label={t('menu.order.title')}>
      <h3>{t('menu.order.title')}</h3>
      <p className="field-hint">{view.hasMenu ? t('menu.order.why') : t('menu.order.reading')}</p>
      <ul>
        {view.items.map((item, place) => (
          // Only the position distinguishes equal dishes.
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <li key={place}>
            {line(item)}
            {item.values.map((value, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              <div key={at} className="order-sold-out-value">
                {line(value)}
              </div>
            ))}
          </li>
        ))}
      </ul>
      {sale.problem && <ProblemText problem={sale.problem} spoken />}
      <EndsMenu
        asked={asked}
        menu={view}
        onEnd={(what, end) => void sale.soldOut(what, end)}
        onClose={() => setAsked(null)}
        onKind={readAgain}
      />
    </section>
  );
}

interface LineProps {
  of: OrderedView;
  hasMenu: boolean;
  onAsk: (asked: EndsQuestion) => void;
  onBack: (what: NonNullable<OrderedView['what']>) => void;
}

function Line({ of, hasMenu, onAsk, onBack }: LineProps) {
  const now = useServiceMinute(null);
  const name = itemName(of.name);
  const { what } = of;
  return (
    <div className="order-sold-out-line">
      <span className="order-sold-out-name">{name}</span>
      <OutTag of={of} />
      {of.pending?.onSale !== undefined && <PendingState pending={of.pending} money={null} />}
      {what === null ? (
        <span className="field-hint">{hasMenu ? t('menu.order.notFound') : ''}</span>
      ) : (
        <SaleButton
          name={name}
          isOut={isOut(of, now) && !isComingBack(of)}
          quiet
          onBack={() => onBack(what)}
          onAsk={(anchor) => onAsk({ what, name, anchor })}
        />
      )}
    </div>
  );
}
