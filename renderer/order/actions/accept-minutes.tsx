/** The menu half of the split Accept button: shows the minutes until the order is due, and lists minutes to add. */
import { Button, Menu, MenuItem, MenuTrigger } from 'react-aria-components';
import type { ActionView, KitchenOrder } from '../../../contract/contract.ts';
import { Icon } from '../../parts/icons.tsx';
import { Popover } from '../../parts/popover.tsx';
import { useOfServiceNow } from '../../state/clock.ts';
import { act } from '../../state/order-commands.ts';
import { clockText } from '../../time/texts.ts';
import { say, t } from '../../words.ts';
import { otherMinutes } from './minutes-beside.ts';
import './accept-minutes.css';

const MINUTE_MS = 60_000;

export function AcceptMinutes({ order, accept }: { order: KitchenOrder; accept: ActionView }) {
  const { extraMinutes = [], suggested } = accept;
  const due = order.pickupAt === null ? Number.NaN : Date.parse(order.pickupAt);
  const shown = useOfServiceNow((now) => {
    const count = otherMinutes(order, accept, now);
    return count === null ? null : t('time.minutes', { count });
  });
  return (
    <MenuTrigger>
      <Button className="button fill split-more" aria-label={[shown, t('actions.moreTime')].filter(Boolean).join(', ')}>
        {shown}
        <Icon name="down" />
      </Button>
      <Popover className="menu" placement="bottom end">
        <div data-of-order={order.id} data-order={order.number}>
          <Menu
            className="menu-list"
            aria-label={t('actions.plusLegend')}
            onAction={(key) => void act(order, 'accept', Number(String(key).slice(1)))}
          >
            {extraMinutes.map((minutes) => (
              <MenuItem
                key={minutes}
                id={`+${minutes}`}
                className="menu-item"
                textValue={minutes === 0 ? t('actions.normal') : t('actions.acceptPlus', { minutes })}
                aria-label={
                  minutes === 0
                    ? t('actions.normal')
                    : minutes === suggested?.minutes
                      ? t('actions.suggested', { minutes })
                      : t('actions.acceptPlus', { minutes })
                }
              >
                <strong>{minutes === 0 ? t('actions.normal') : t('actions.plusMinutes', { minutes })}</strong>
                {!Number.isNaN(due) && <span>{clockText(due + minutes * MINUTE_MS)}</span>}
                {minutes === suggested?.minutes && <small>{say(suggested.text)}</small>}
              </MenuItem>
            ))}
          </Menu>
        </div>
      </Popover>
    </MenuTrigger>
  );
}
