/** Today's opening hours in the bar. A tap opens pause and opening hours. */
import { useState } from 'react';
import { Button, Menu, MenuItem, MenuTrigger } from 'react-aria-components';
import type { SaleView, VenueView } from '../../contract/contract.ts';
import { Icon } from '../parts/icons.tsx';
import { Popover } from '../parts/popover.tsx';
import { useMedia } from '../parts/use-media.ts';
import { useServiceMinute } from '../state/clock.ts';
import { setUiState, useIsCounter, useMay, useTopic } from '../state/ui-state.ts';
import { clockText } from '../time/texts.ts';
import { t } from '../words.ts';
import { OpenSalePage } from './sale-menu.tsx';

/** Value of the pause in the menu, next to venue IDs; it's not a valid ID. */
const PAUSE = ' pause';
const DAY_MS = 24 * 3_600_000;
/** On narrower bars, the menu shows today's hours (renderer/status/screen-menu.tsx). */
export const NO_ROOM_FOR_TODAY = '(max-width: 1100px)';

/** With several venues, shown only if the text is the same for all. */
export function Today() {
  const now = useServiceMinute(null);
  const venues = Object.values(useTopic('venues'));
  const [open, setOpen] = useState<VenueView | null>(null);
  const isNarrow = useMedia(NO_ROOM_FOR_TODAY);
  const isCounter = useIsCounter();
  const mayPause = useMay('pause');
  const texts = new Set(venues.map(({ sale }) => sale && todayText(sale, now)));
  const [text] = texts;
  if (texts.size !== 1 || !text || isNarrow) return null;
  if (!mayPause) return <span className="bar-today">{text}</span>;
  const go = (key: string) => {
    if (key === PAUSE) setUiState({ pauseOpen: true });
    else setOpen(venues.find(({ id }) => id === key) ?? null);
  };
  return (
    <>
      <MenuTrigger>
        <Button className="bar-today">{text}</Button>
        <Popover className="menu" placement="bottom start">
          <Menu className="menu-list" aria-label={text} onAction={(key) => go(String(key))}>
            <MenuItem id={PAUSE} className="menu-item" textValue={t('sale.open')}>
              <span className="menu-name">
                <Icon name="pause" />
                {t('sale.open')}
              </span>
            </MenuItem>
            {(isCounter ? venues : []).map(({ id, name }) => {
              const title = venues.length > 1 ? `${t('hours.title')}: ${name}` : t('hours.title');
              return (
                <MenuItem key={id} id={id} className="menu-item" textValue={title}>
                  <span className="menu-name">
                    <Icon name="clock" />
                    {title}
                  </span>
                </MenuItem>
              );
            })}
          </Menu>
        </Popover>
      </MenuTrigger>
      {open && <OpenSalePage page="hours" venue={open} onClose={() => setOpen(null)} />}
    </>
  );
}

/** The venue's state at the service; null if unknown. */
export function openText({ open, sale }: VenueView): string | null {
  if (sale?.isOnline === false) return t('status.offline');
  if (open === null) return null;
  return open ? t('status.open') : t('status.closed');
}

/** Today's hours in words; null if unknown. `now`: the service's clock, epoch ms. */
export function todayText({ today, isOnline }: Pick<SaleView, 'today' | 'isOnline'>, now: number): string | null {
  const open = today.find(({ from, until }) => Date.parse(from) <= now && now < Date.parse(until));
  if (open) return Date.parse(open.until) - now > DAY_MS ? t('sale.today.allDay') : t('sale.today.until', { time: clockText(open.until) });
  const next = today.find(({ from }) => Date.parse(from) > now);
  if (next) return t('sale.today.from', { time: clockText(next.from) });
  return isOnline === null ? null : t('sale.today.closed');
}
