/** A kitchen display's bar: station, order type, late tickets, pages, finished ones, time. */
import { useState } from 'react';
import { EVERYTHING, EXPO, READY } from '../../../contract/contract.ts';
import { Icon } from '../../parts/icons.tsx';
import { StaffButton } from '../../staff/staff-button.tsx';
import { useOfServiceNow, useServiceNow } from '../../state/clock.ts';
import { isForStaff, useKitchenApp, useMayOfAllVenues, useOrders, useUiState } from '../../state/ui-state.ts';
import { clockText } from '../../time/texts.ts';
import { t } from '../../words.ts';
import { stepDishSize, useDishSize } from './dish-size.ts';
import { KindFilter } from './kind-filter.tsx';
import { PageButtons } from './page-buttons.tsx';
import { RecallList } from './recall-list.tsx';
import { kitchenAge } from './ticket/ticket-age.tsx';
import { type Tab, ticketsOf } from './tickets.ts';
import { chooseTab } from './use-tab.ts';

export function KitchenBar({ tab }: { tab: Tab }) {
  const [isOpen, setOpen] = useState(false);
  // The bar of the main screen and of stations has staff button and clock.
  const isInBar = useUiState(isForStaff);
  const mayRecall = useMayOfAllVenues('ready');
  return (
    <header className="kitchen-bar">
      <Tabs tab={tab} />
      <KindFilter tab={tab} />
      <Late tab={tab} />
      <PageButtons />
      {mayRecall && (
        <button type="button" className="kitchen-tool kitchen-back" onClick={() => setOpen(true)}>
          <Icon name="undo" />
          {t('kitchen.callBack')}
        </button>
      )}
      <TextSize />
      {!isInBar && <StaffButton className="kitchen-tool" />}
      {!isInBar && <Clock />}
      {isOpen && <RecallList tab={tab} onClose={() => setOpen(false)} />}
    </header>
  );
}

function Tabs({ tab }: { tab: Tab }) {
  const stations = useKitchenApp()?.kitchen.stations ?? [];
  const orders = Object.values(useOrders());
  const tabs: [Tab, string][] = [
    [EVERYTHING, t('kitchen.all')],
    ...stations.map(({ id, name }): [Tab, string] => [id, name]),
    ...(stations.length > 0 ? [[EXPO, t('kitchen.expo')] satisfies [Tab, string]] : []),
    [READY, t('kitchen.ready')],
  ];
  return (
    <nav className="kitchen-tabs" aria-label={t('kitchen.views')}>
      {tabs.map(([id, name]) => (
        <button key={id} type="button" className="kitchen-tab" aria-current={tab === id ? 'page' : undefined} onClick={() => chooseTab(id)}>
          {name} {id !== EXPO && <span className="kitchen-count">{ticketsOf(orders, id).length}</span>}
        </button>
      ))}
    </nav>
  );
}

function Late({ tab }: { tab: Tab }) {
  const orders = Object.values(useOrders());
  const tickets = ticketsOf(orders, tab);
  const count = useOfServiceNow((now) => String(tickets.filter(({ order }) => kitchenAge(order, now)?.mood === 'red').length));
  if (count === '0') return null;
  return (
    <p className="kitchen-late">
      <Icon name="warning" />
      {t('board.late', { count: Number(count) })}
    </p>
  );
}

function TextSize() {
  const size = useDishSize();
  return (
    <button type="button" className="kitchen-tool kitchen-size" title={t('kitchen.textSizeWhy')} onClick={stepDishSize}>
      <Icon name="letters" />
      <span>{t('kitchen.textSize')}</span> <span className="kitchen-count">{size}</span>
    </button>
  );
}

function Clock() {
  return <time className="kitchen-clock">{clockText(useServiceNow())}</time>;
}
