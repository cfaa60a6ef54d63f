/** The bar that is always in sight: which venue, how everything it depends on is doing, and the way to the other screens. */
import { Icon, type IconName } from '../parts/icons.tsx';
import { tryTheSound } from '../sound/sound.ts';
import { useServiceNow } from '../state/clock.ts';
import { type Screen, setCounter, useApp, useCounter, useTopic } from '../state/counter.ts';
import { clockText } from '../time/texts.ts';
import { say, words } from '../words.ts';
import type { Mood, Sign } from './signs.ts';
import { useIsAudible } from './use-is-audible.ts';
import { useSigns } from './use-signs.ts';
import './status-bar.css';

const MOOD_MARK: Record<Mood, IconName> = { good: 'check', unsure: 'question', bad: 'warning', quiet: 'dots' };

export function StatusBar() {
  return (
    <header className="bar">
      <Venue />
      <Health />
      <Screens />
    </header>
  );
}

function Venue() {
  const app = useApp();
  const names = Object.values(useTopic('venues')).map((venue) => venue.name);
  const now = useServiceNow();
  return (
    <div className="bar-venue">
      <div className="bar-where">
        <strong className="bar-name" title={names.join(', ')}>
          {names.join(', ') || 'Tillbridge'}
        </strong>
        <time className="bar-clock">{clockText(now)}</time>
      </div>
      {app?.mode === 'training' && (
        <span className="badge badge-training" title={words.status.trainingWhy}>
          <Icon name="cap" />
          {words.status.training}
        </span>
      )}
      {app?.environment === 'development' && (
        <span className="badge badge-development" title={words.status.developmentWhy}>
          <Icon name="info" />
          {words.status.development}
        </span>
      )}
    </div>
  );
}

function Health() {
  const signs = useSigns();
  const app = useApp();
  const open = () => setCounter({ healthOpen: true });
  return (
    <section className="bar-health" aria-label={words.status.label}>
      {signs.map((sign) => (
        <SignChip key={sign.id} sign={sign} onOpen={open} />
      ))}
      <SoundChip />
      {app?.vault.kind === 'file' && (
        <button
          type="button"
          className="chip chip-icon"
          data-mood="unsure"
          title={say(app.vault.says)}
          aria-label={`${words.status.fileVault}: ${say(app.vault.says)}`}
          onClick={open}
        >
          <Icon name="lock" />
          <strong className="chip-wide">{words.status.fileVault}</strong>
        </button>
      )}
    </section>
  );
}

/** "ready" beside a tick adds nothing; the age of the service's last answer does. */
const tickSaysIt = (sign: Sign) => sign.mood === 'good' && sign.id !== 'service';

function SignChip({ sign, onOpen }: { sign: Sign; onOpen: () => void }) {
  return (
    <button type="button" className="chip" data-mood={sign.mood} title={sign.says} onClick={onOpen}>
      <Icon name={sign.icon} />
      <span className="chip-words">
        <strong>{sign.name}</strong>
        <span className="unseen">: </span>
        <small className={tickSaysIt(sign) ? 'unseen' : undefined} data-room={sign.room}>
          {sign.short}
        </small>
      </span>
      <Icon name={MOOD_MARK[sign.mood]} className="chip-mark" />
    </button>
  );
}

function SoundChip() {
  const sound = useCounter((counter) => counter.sound);
  const paused = (useApp()?.soundPausedUntil ?? null) !== null;
  const on = useIsAudible();
  const name = on ? words.sound.on : paused ? words.sound.pausedShort : sound === 'blocked' ? words.sound.blocked : words.sound.none;
  return (
    <button
      type="button"
      className="chip chip-icon"
      data-mood={on ? 'good' : 'bad'}
      title={on ? words.sound.onWhy : paused ? words.sound.pausedWhy : words.sound.why}
      aria-label={name}
      onClick={() => tryTheSound()}
    >
      <Icon name={on ? 'sound-on' : 'sound-off'} />
    </button>
  );
}

function Screens() {
  const screen = useCounter((counter) => counter.screen);
  const app = useApp();
  const failed = app?.failedJobs ?? 0;
  if (!app || app.mode === 'setup') return null;
  const entries: { to: Screen; icon: IconName; label: string }[] = [
    { to: 'board', icon: 'board', label: words.nav.board },
    ...(app.couriers ? [{ to: 'courier' as const, icon: 'delivery' as const, label: words.nav.courier }] : []),
    { to: 'history', icon: 'search', label: words.nav.history },
    { to: 'settings', icon: 'gear', label: words.nav.settings },
    { to: 'diagnostics', icon: 'pulse', label: words.nav.diagnostics },
  ];
  return (
    <nav className="bar-screens" aria-label={words.nav.label}>
      {entries.map(({ to, icon, label }) => (
        <button
          key={to}
          type="button"
          className="screen-button"
          aria-current={screen === to ? 'page' : undefined}
          onClick={() => setCounter({ screen: to })}
        >
          <Icon name={icon} />
          <span>{label}</span>
          {to === 'diagnostics' && failed > 0 && (
            <span className="screen-failed" title={words.nav.failed(failed)}>
              {failed}
              <span className="unseen"> {words.nav.failed(failed)}</span>
            </span>
          )}
        </button>
      ))}
    </nav>
  );
}
