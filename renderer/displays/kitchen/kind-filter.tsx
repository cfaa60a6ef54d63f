/** Limits this display to one order type, and counts the tickets that this hides. */
import { Button, Menu, MenuItem, MenuTrigger } from 'react-aria-components';
import { Icon } from '../../parts/icons.tsx';
import { Popover } from '../../parts/popover.tsx';
import { useOrders } from '../../state/ui-state.ts';
import { watchMoves } from '../../touch/lock.ts';
import { t } from '../../words.ts';
import { chooseKind, KINDS, type Kind, useKind } from './kind.ts';
import { type Tab, ticketsOf } from './tickets.ts';

const nameOf = (kind: Kind | null): string => {
  if (kind === null) return t('kitchen.kind.all');
  if (kind === 'delivery') return t('orderType.delivery');
  if (kind === 'self-delivery') return t('orderType.selfDelivery');
  return kind === 'takeaway' ? t('orderType.pickup') : t('kitchen.kind.other');
};

export function KindFilter({ tab }: { tab: Tab }) {
  const kind = useKind();
  const orders = Object.values(useOrders());
  const all = ticketsOf(orders, tab);
  const hidden = all.length - ticketsOf(orders, tab, kind).length;
  const hiddenText = hidden > 0 ? t('kitchen.kind.hidden', { count: hidden }) : null;
  return (
    <MenuTrigger>
      <Button
        ref={watchMoves}
        className="kitchen-tool kitchen-kind"
        data-on={kind ?? undefined}
        aria-label={[t('kitchen.kind.title'), nameOf(kind), hiddenText].filter(Boolean).join(', ')}
      >
        <Icon name={kind ?? 'sliders'} />
        <span>{nameOf(kind)}</span>
        {hiddenText && <strong className="kitchen-hidden">{hiddenText}</strong>}
      </Button>
      <Popover className="menu" placement="bottom end">
        <Menu
          className="menu-list"
          aria-label={t('kitchen.kind.title')}
          selectionMode="single"
          selectedKeys={[kind ?? 'all']}
          onAction={(key) => chooseKind(KINDS.find((one) => one === key) ?? null)}
        >
          {[null, ...KINDS].map((one) => (
            <MenuItem key={one} id={one ?? 'all'} className={one === kind ? 'menu-item menu-current' : 'menu-item'} textValue={nameOf(one)}>
              <span className="menu-name">
                <Icon name={one ?? 'list'} />
                {nameOf(one)}
              </span>
              <span>{one === null ? all.length : all.filter(({ order }) => order.kind === one).length}</span>
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
