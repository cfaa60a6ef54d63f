/** The less used screens, in a menu of the bar. */
import { type ReactNode, useState } from 'react';
import { Button, Menu, MenuItem, MenuTrigger } from 'react-aria-components';
import type { VenueView } from '../../contract/contract.ts';
import { Icon, type IconName } from '../parts/icons.tsx';
import { Popover } from '../parts/popover.tsx';
import { useMedia } from '../parts/use-media.ts';
import { OpenSalePage } from '../sale/sale-menu.tsx';
import { NO_ROOM_FOR_TODAY, todayText } from '../sale/today.tsx';
import { useScreensIn } from '../screens.tsx';
import { useServiceMinute } from '../state/clock.ts';
import { useProgress } from '../state/set-up-progress.ts';
import { type Screen, SET_UP_STEPS, setUiState, useApp, useIsCounter, useMay, useTopic, useUiState } from '../state/ui-state.ts';
import { t } from '../words.ts';

/** `isFolded`, `areToolsFolded`: the menu also has the screens, or the tools, that don't fit in the bar. */
export function ScreenMenu({ isFolded, areToolsFolded }: { isFolded: boolean; areToolsFolded: boolean }) {
  const app = useApp();
  const screen = useUiState((counter) => counter.screen);
  const { next, count } = useProgress();
  const hours = useHours();
  const folded = useScreensIn('bar-folds');
  const seldom = useScreensIn('menu');
  const isCounter = useIsCounter();
  const mayPause = useMay('pause');
  const [opened, setOpened] = useState<VenueView | null>(null);
  if (!app || app.mode === 'setup') return null;
  const go = (key: string) => {
    const of = hours.find(({ entry }) => entry === key);
    if (of) setOpened(of.venue);
    else if (key === 'self-test') setUiState({ selfTestOpen: true });
    else if (key === 'set-up') setUiState({ setUp: next });
    else if (key === 'rush') setUiState({ rushOpen: true });
    else if (key === 'pause') setUiState({ pauseOpen: true });
    else if (key === 'find') findSoon();
    else setUiState({ screen: key as Screen });
  };
  const failed = app.failedJobs;
  const entries = [...(isFolded ? folded : []), ...seldom];
  if (entries.length === 0 && !areToolsFolded) return null;
  return (
    <>
      <MenuTrigger>
        <Button
          className="bar-tool bar-menu"
          aria-label={failed > 0 ? `${t('nav.more')}, ${t('nav.failed', { count: failed })}` : t('nav.more')}
        >
          <Icon name="menu" />
          {failed > 0 && <span className="screen-failed">{failed}</span>}
        </Button>
        <Popover className="menu" placement="bottom end">
          <Menu className="menu-list" aria-label={t('nav.more')} onAction={(key) => go(String(key))}>
            {entries.map(({ to, icon }) => (
              <Entry key={to} id={to} icon={icon} name={t(`nav.${to}`)} isCurrent={screen === to}>
                {to === 'diagnostics' && failed > 0 && <small>{t('nav.failed', { count: failed })}</small>}
              </Entry>
            ))}
            {hours.map(({ entry, name, text }) => (
              <Entry key={entry} id={entry} icon="clock" name={name}>
                <small>{text}</small>
              </Entry>
            ))}
            {areToolsFolded && mayPause && <Entry id="pause" icon="pause" name={t('sale.open')} />}
            {areToolsFolded && isCounter && <Entry id="rush" icon="flame" name={t('rush.open')} />}
            {areToolsFolded && <Entry id="find" icon="search" name={t('find.open')} />}
            {isCounter && <Entry id="self-test" icon="check" name={t('selfTest.open')} />}
            {isCounter && next !== null && app.mode === 'live' && (
              <Entry id="set-up" icon="cap" name={t('setup.label')}>
                <small>{t('setup.doneOf', { done: count, of: SET_UP_STEPS.length })}</small>
              </Entry>
            )}
          </Menu>
        </Popover>
      </MenuTrigger>
      {opened && <OpenSalePage page="hours" venue={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

function useHours(): { entry: string; venue: VenueView; name: string; text: string }[] {
  const venues = Object.values(useTopic('venues'));
  const now = useServiceMinute(null);
  const isInBar = !useMedia(NO_ROOM_FOR_TODAY);
  const isCounter = useIsCounter();
  if (isInBar || !isCounter) return [];
  return venues.flatMap((venue) => {
    const text = venue.sale ? todayText(venue.sale, now) : null;
    const name = venues.length > 1 ? `${t('hours.title')}: ${venue.name}` : t('hours.title');
    return text === null ? [] : [{ entry: `hours ${venue.id}`, venue, name, text }];
  });
}

/** Opens the search once the closing menu has restored the focus. */
function findSoon(): void {
  requestAnimationFrame(() => requestAnimationFrame(() => setUiState({ screen: 'board', find: '' })));
}

function Entry({ id, icon, name, isCurrent = false, children }: EntryProps) {
  return (
    <MenuItem id={id} className={isCurrent ? 'menu-item menu-current' : 'menu-item'} textValue={name}>
      <span className="menu-name">
        <Icon name={icon} />
        {name}
      </span>
      {children}
    </MenuItem>
  );
}

interface EntryProps {
  id: string;
  icon: IconName;
  name: string;
  isCurrent?: boolean;
  children?: ReactNode;
}
