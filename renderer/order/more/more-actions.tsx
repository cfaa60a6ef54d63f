/** Menu of further operations, with the reason if one isn't possible now. */
import { Button, Menu, MenuItem, MenuTrigger, Text } from 'react-aria-components';
import type { OrderCard, OrderDetail } from '../../../contract/contract.ts';
import { Icon } from '../../parts/icons.tsx';
import { Popover } from '../../parts/popover.tsx';
import { useUiState } from '../../state/ui-state.ts';
import { watchMoves } from '../../touch/lock.ts';
import { say, t } from '../../words.ts';
import { isOffered } from '../operations/may-pay-back.ts';

export function MoreActions({
  order,
  detail,
  onOperate,
}: {
  order: OrderCard;
  detail: OrderDetail;
  onOperate: (operation: string) => void;
}) {
  const view = useUiState((counter) => counter.view);
  const station = useUiState((counter) => counter.station);
  const operations = detail.operations.filter(({ name }) => isOffered(name, { view, station }));
  if (operations.length === 0) return null;
  return (
    <MenuTrigger>
      <Button ref={watchMoves} className="button">
        {t('more.operations')}
        <Icon name="up" className="small" />
      </Button>
      <Popover className="menu" placement="top end">
        <div data-of-order={order.id} data-order={order.number}>
          <Menu className="menu-list" aria-label={t('more.operations')} onAction={(key) => onOperate(String(key))}>
            {operations.map(({ name, label, why }) => (
              <MenuItem key={name} id={name} className="menu-item" textValue={say(label)} isDisabled={why !== null}>
                <Text slot="label">{say(label)}</Text>
                {why !== null && (
                  <Text slot="description" elementType="small">
                    {say(why)}
                  </Text>
                )}
              </MenuItem>
            ))}
          </Menu>
        </div>
      </Popover>
    </MenuTrigger>
  );
}
