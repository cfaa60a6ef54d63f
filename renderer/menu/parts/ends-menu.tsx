/** Asks how long something is sold out, as the second of two taps; first whether the venue is a restaurant or a shop, if unknown. */
import { useRef } from 'react';
import { Dialog, Menu, MenuItem } from 'react-aria-components';
import type { EndsView, Sold, SoldOutEnd, VenueKind } from '../../../contract/contract.ts';
import { Popover } from '../../parts/popover.tsx';
import { useServiceMinute } from '../../state/clock.ts';
import { dayAndClock } from '../../time/texts.ts';
import { t } from '../../words.ts';
import { KindQuestion } from './kind-question.tsx';
import './ends-menu.css';

export interface EndsQuestion {
  what: Sold;
  name: string;
  anchor: HTMLElement;
}

interface EndsMenuProps {
  asked: EndsQuestion | null;
  menu: { venueId: string; sells: VenueKind | null; ends: EndsView };
  onEnd: (what: Sold, end: SoldOutEnd) => void;
  onClose: () => void;
  onKind?: () => void;
}

const HOUR_MS = 3_600_000;
type Key = 'hour' | 'fourHours' | 'closing' | 'tomorrow' | 'changed';
const ENDS: Record<Key, SoldOutEnd> = {
  hour: { until: 'minutes', minutes: 60 },
  fourHours: { until: 'minutes', minutes: 240 },
  closing: { until: 'closing' },
  tomorrow: { until: 'tomorrow' },
  changed: { until: 'changed' },
};
const KEYS = Object.keys(ENDS) as Key[];

export function EndsMenu({ asked, menu, onEnd, onClose, onKind }: EndsMenuProps) {
  const anchor = useRef<HTMLElement>(null);
  anchor.current = asked?.anchor ?? null;
  if (asked === null) return null;
  return (
    <Popover className="menu ends-menu" triggerRef={anchor} isOpen onClose={onClose} placement="bottom end">
      <Dialog className="ends-dialog" aria-label={`${t('menu.ends.title')} ${asked.name}`}>
        {menu.sells === null ? (
          <KindQuestion venueId={menu.venueId} onDone={onKind} />
        ) : (
          <>
            <p className="ends-title">
              <strong>{asked.name}</strong>
              {t('menu.ends.title')}
            </p>
            <EndsList
              ends={menu.ends}
              onEnd={(end) => {
                onEnd(asked.what, end);
                onClose();
              }}
            />
          </>
        )}
      </Dialog>
    </Popover>
  );
}

/** The choices with their end times, or why one isn't possible. */
export function EndsList({ ends, onEnd }: { ends: EndsView; onEnd: (end: SoldOutEnd) => void }) {
  const now = useServiceMinute(null);
  const at: Record<Key, string | null> = {
    hour: new Date(now + HOUR_MS).toISOString(),
    fourHours: new Date(now + 4 * HOUR_MS).toISOString(),
    closing: ends.closing,
    tomorrow: ends.tomorrow,
    changed: null,
  };
  const why = (key: Key): string | null => {
    if (at[key] !== null || (key !== 'closing' && key !== 'tomorrow')) return null;
    if (ends.isOpen && ends.closing === null) return t('menu.ends.allDay');
    return key === 'closing' ? t('menu.ends.closed') : t('menu.ends.unknown');
  };
  return (
    <Menu
      className="menu-list"
      aria-label={t('menu.ends.title')}
      autoFocus="first"
      disabledKeys={KEYS.filter((key) => why(key) !== null)}
      onAction={(key) => onEnd(ENDS[key as Key])}
    >
      {KEYS.map((key) => (
        <MenuItem key={key} id={key} className="menu-item" textValue={t(`menu.ends.${key}`)}>
          {t(`menu.ends.${key}`)}
          {at[key] && <span>{dayAndClock(at[key], now)}</span>}
          {why(key) && <small>{why(key)}</small>}
        </MenuItem>
      ))}
    </Menu>
  );
}
