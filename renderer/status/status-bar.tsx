import { CAUSE, isLate } from '../../contract/contract.ts';
import { Icon, type IconName } from '../parts/icons.tsx';
import { useMedia } from '../parts/use-media.ts';
import { PauseButton } from '../sale/pause-button.tsx';
import { Today } from '../sale/today.tsx';
import { useScreensIn } from '../screens.tsx';
import { tryTheSound } from '../sound/sound.ts';
import { StaffButton } from '../staff/staff-button.tsx';
import { useOfServiceNow, useServiceNow } from '../state/clock.ts';
import { worstSign } from '../state/signs.ts';
import { isUnattended, openSettings, setUiState, useApp, useIsCounter, useTopic, useUiState } from '../state/ui-state.ts';
import { useIsAudible } from '../state/use-is-audible.ts';
import { useSigns } from '../state/use-signs.ts';
import { clockText } from '../time/texts.ts';
import { t } from '../words.ts';
import { ScreenMenu } from './screen-menu.tsx';
import { useShownCause } from './use-lines.ts';
import './status-bar.css';

/** Phones or 200 % zoom: rarely used screens move to the menu. As in status-bar.css. */
const FOLDED = '(max-width: 760px)';
/** Upright tablets: rush, search and pause move to the menu. As in status-bar.css. */
const TOOLS_FOLDED = '(max-width: 1000px)';

export function StatusBar() {
  const isFolded = useMedia(FOLDED);
  const areToolsFolded = useMedia(TOOLS_FOLDED);
  return (
    <header className="bar">
      <Venue />
      <Screens isFolded={isFolded} />
      <div className="bar-tools">
        {!areToolsFolded && (
          <>
            <RushButton />
            <FindButton />
            <PauseButton />
          </>
        )}
        <SoundButton />
        <StaffButton className="bar-tool" />
        <HealthButton />
        <ScreenMenu isFolded={isFolded} areToolsFolded={areToolsFolded} />
      </div>
    </header>
  );
}

function Venue() {
  const app = useApp();
  const station = useUiState((counter) => counter.station?.name);
  const names = Object.values(useTopic('venues')).map((venue) => venue.name);
  const now = useServiceNow();
  return (
    <div className="bar-venue">
      <strong className="bar-name" title={names.join(', ')}>
        {names.join(', ') || 'Tillbridge'}
      </strong>
      {station && <strong className="bar-station">{station}</strong>}
      <time className="bar-clock">{clockText(now)}</time>
      <Today />
      {app?.mode === 'training' && <Badge icon="cap" word={t('status.training')} why={t('status.trainingWhy')} />}
      {app?.environment === 'development' && (
        <Badge icon="plug" word={t('status.development')} short={t('status.developmentShort')} why={t('status.developmentWhy')} />
      )}
    </div>
  );
}

/** `short`: text in narrow bars; without it, they show the icon. */
function Badge({ icon, word, short, why }: { icon: IconName; word: string; short?: string; why: string }) {
  return (
    <span className="badge" title={why}>
      <Icon name={icon} />
      <span className="badge-word">{word}</span>
      {short && (
        <span className="badge-short" aria-hidden="true">
          {short}
        </span>
      )}
    </span>
  );
}

function Screens({ isFolded }: { isFolded: boolean }) {
  const screen = useUiState((counter) => counter.screen);
  const app = useApp();
  const narrow = useScreensIn('bar');
  const wide = useScreensIn('bar', 'bar-folds');
  if (!app || app.mode === 'setup') return null;
  return (
    <nav className="bar-screens" aria-label={t('nav.label')}>
      {(isFolded ? narrow : wide).map(({ to, icon }) => (
        <button
          key={to}
          type="button"
          className="screen-button"
          data-screen={to}
          aria-current={screen === to ? 'page' : undefined}
          onClick={() => setUiState({ screen: to })}
        >
          <Icon name={icon} />
          <span className="screen-word">{t(`nav.${to}`)}</span>
          {to === 'board' && <Late />}
          {to === 'menu' && <MenuTrouble />}
        </button>
      ))}
    </nav>
  );
}

/** Number of late orders, on every screen. */
function Late() {
  const orders = useTopic('orders');
  const late = useOfServiceNow((now) => String(Object.values(orders).filter((order) => isLate(order, now)).length));
  if (late === '0') return null;
  return (
    <span className="bar-late">
      <span className="late-words">{t('board.late', { count: Number(late) })}</span>
      <b aria-hidden="true">{late}</b>
    </span>
  );
}

/** Number of menu changes that were refused or don't show. */
function MenuTrouble() {
  const count = Object.values(useTopic('venues')).reduce((sum, { sale }) => sum + (sale?.troubled ?? 0), 0);
  if (count === 0) return null;
  return (
    <>
      <span className="unseen">{t('nav.failed', { count })}</span>
      <span className="screen-failed" aria-hidden="true">
        {count}
      </span>
    </>
  );
}

/** Opens rush mode, which adds minutes to orders accepted from then on. */
function RushButton() {
  const app = useApp();
  const isCounter = useIsCounter();
  if (!app || app.mode === 'setup' || !isCounter) return null;
  return (
    <button type="button" className="bar-tool bar-rush" aria-haspopup="dialog" onClick={() => setUiState({ rushOpen: true })}>
      <Icon name="flame" />
      <span className="bar-word">{t('rush.open')}</span>
    </button>
  );
}

function FindButton() {
  const open = useUiState((counter) => counter.find !== null && counter.screen === 'board');
  const app = useApp();
  if (!app || app.mode === 'setup') return null;
  return (
    <button
      type="button"
      className="bar-tool bar-find"
      aria-expanded={open}
      onClick={() => setUiState({ screen: 'board', find: open ? null : '' })}
    >
      <Icon name="search" />
      <span className="bar-word">{t('find.open')}</span>
    </button>
  );
}

function SoundButton() {
  const app = useApp();
  const sound = useUiState((counter) => counter.sound);
  const paused = (app?.soundPausedUntil ?? null) !== null;
  const isShownBelow = useShownCause() === CAUSE.sound;
  const on = useIsAudible();
  const rings = useUiState((counter) => counter.station?.rings !== false);
  const isSilenced = useUiState(isUnattended);
  if (app?.mode === 'setup' || !rings) return null;
  if (isSilenced && !paused) return <SilencedSound />;
  const name = on ? t('sound.on') : paused ? t('sound.pausedShort') : sound === 'blocked' ? t('sound.blocked') : t('sound.none');
  return (
    <button
      type="button"
      className="bar-tool bar-sound"
      data-mood={on ? 'good' : isShownBelow ? 'quiet' : 'bad'}
      title={on ? t('sound.onWhy') : paused ? t('sound.pausedWhy') : t('sound.why')}
      onClick={() => tryTheSound()}
    >
      <Icon name={on ? 'sound-on' : 'sound-off'} />
      <span className={isShownBelow ? 'unseen' : 'bar-word'}>{name}</span>
    </button>
  );
}

function SilencedSound() {
  return (
    <button
      type="button"
      className="bar-tool bar-sound"
      data-mood="quiet"
      title={t('sound.unattendedWhy')}
      onClick={() => openSettings('screens')}
    >
      <Icon name="sound-off" />
      <span className="bar-word">{t('sound.blocked')}</span>
    </button>
  );
}

/** A dot while everything works, else the worst problem; a tap lists all. */
function HealthButton() {
  const mode = useApp()?.mode;
  const signs = useSigns();
  const worst = worstSign(signs, useShownCause());
  // During setup nothing is connected yet.
  if (!worst || mode === 'setup') return null;
  const { mood, name, short, text, more, isShownBelow } = worst;
  const word = mood === 'good' ? t('status.allWell') : `${name}: ${short}`;
  return (
    <button
      type="button"
      className="bar-tool bar-health"
      data-mood={mood}
      title={text}
      onClick={() => setUiState({ healthOpen: true })}
      // Starts with the visible text, for voice control.
      aria-label={`${t('status.label')}: ${word}${mood === 'good' ? '' : `. ${text}`}`}
    >
      {mood === 'bad' ? <Icon name="warning" /> : <span className="bar-dot" aria-hidden="true" />}
      {!isShownBelow && <span className="bar-word">{word}</span>}
      {more > 0 && <span className="bar-more">+{more}</span>}
    </button>
  );
}
