/** Lines for a lost connection and missing sound, and the strip of unseen orders at the foot. */
import { Fragment } from 'react';
import { CAUSE, type KitchenOrder } from '../../contract/contract.ts';
import { leadTo } from '../order/show-card.ts';
import { Icon } from '../parts/icons.tsx';
import type { StatusLine } from '../parts/line.ts';
import { RANK } from '../parts/lines.ts';
import { tryTheSound } from '../sound/sound.ts';
import { alertingOrders, firstToAnnounce } from '../state/board.ts';
import { serviceNow, useNow } from '../state/clock.ts';
import { callOrSay } from '../state/link.ts';
import { markTapped } from '../state/order-commands.ts';
import { isUnattended, useApp, useKitchenApp, useMay, useOrders, useUiState } from '../state/ui-state.ts';
import { useIsAudible } from '../state/use-is-audible.ts';
import { useIsForOne } from '../state/use-places.ts';
import { ageText, clockText, dayAndClock } from '../time/texts.ts';
import { lockStrip } from '../touch/lock.ts';
import { waitingOrders } from '../unanswered/call.ts';
import { askForCall, useUnanswered } from '../unanswered/keep-calling.ts';
import { WaitingStrip } from '../unanswered/waiting-strip.tsx';
import { say, t } from '../words.ts';
import './strips.css';

/** After a page opens, a missing link counts as lost only after this, ms. */
const FIRST_LINK_MS = 2500;

export function useLinkLine(): StatusLine[] {
  const since = useUiState((counter) => counter.unlinkedSince);
  const known = useUiState((counter) => counter.held !== null);
  const now = useNow();
  const isDisplay = useUiState((counter) => counter.view !== 'counter');
  if (since === null || (!known && now - since < FIRST_LINK_MS)) return [];
  const drawn = (
    <div className="strip strip-lost" role="alert">
      <Icon name="plug" />
      <p>
        <strong>{isDisplay ? t('link.displayLost') : t('link.lost')}</strong>{' '}
        {known && (isDisplay ? t('link.shownIs', { age: ageText(now - since) }) : t('link.lostSince', { time: clockText(since) }))}{' '}
        {t('link.retrying')}
      </p>
    </div>
  );
  return [{ cause: CAUSE.link, rank: RANK.link, drawn }];
}

/** Sound paused by staff; a tap ends it. */
function PausedStrip({ until }: { until: string }) {
  const mayEnd = useMay('answer');
  const title = <strong>{t('sound.paused', { time: clockText(Date.parse(until)) })}</strong>;
  if (!mayEnd)
    return (
      <div className="strip strip-mute" role="status">
        <Icon name="sound-off" />
        <p>{title}</p>
      </div>
    );
  return (
    <button type="button" className="strip strip-sound" onClick={() => void callOrSay('sound.pause', { minutes: 0 })}>
      <Icon name="sound-off" />
      <span>
        {title} <small>{t('sound.pausedWhy')}</small>
      </span>
    </button>
  );
}

export function useSoundLine(): StatusLine[] {
  const mode = useApp()?.mode;
  const paused = useKitchenApp()?.soundPausedUntil ?? null;
  const sound = useUiState((counter) => counter.sound);
  const isAudible = useIsAudible();
  const rings = useUiState((counter) => counter.station?.rings !== false);
  const isSilenced = useUiState(isUnattended) && paused === null;
  // No line before a venue is connected; setup asks about the sound itself.
  if (mode === 'setup' || isAudible || isSilenced || !rings) return [];
  const drawn =
    paused !== null ? (
      <PausedStrip until={paused} />
    ) : sound === 'blocked' ? (
      <button type="button" className="strip strip-sound" onClick={() => tryTheSound()}>
        <Icon name="sound-off" />
        <span>
          <strong>{t('sound.ask')}</strong> <small>{t('sound.why')}</small>
        </span>
      </button>
    ) : (
      <div className="strip strip-mute" role="status">
        <Icon name="sound-off" />
        <p>
          <strong>{sound === 'none' ? t('sound.none') : t('sound.noSpeaker')}</strong>{' '}
          {sound === 'none' ? t('sound.noneWhy') : t('sound.noSpeakerWhy')}
        </p>
      </div>
    );
  return [{ cause: CAUSE.sound, rank: RANK.sound, drawn }];
}

/** `isForOne`: the board itself shows how many new orders there are. */
function NewOrderBanner({ isForOne }: { isForOne: boolean }) {
  const muted = useUiState((counter) => counter.muted);
  const { call, strip } = useUnanswered();
  // The order alert, its strip or the board already shows these.
  const named = new Set([...strip.map(({ id }) => id), ...(call.open ? call.rows : [])]);
  const alerting = firstToAnnounce(
    alertingOrders(useOrders(), muted).filter(({ id, column }) => !named.has(id) && !(isForOne && column === 'new')),
  );
  const [first] = alerting;
  const one = underWayOf(alerting) ?? first;
  const see = () => {
    // Opens the order alert for several new orders, as the board may not show all. They keep ringing.
    if (alerting.length > 1 && !underWayOf(alerting) && isAnyToAnswer(alerting)) return askForCall();
    if (!one) return;
    markTapped(one);
    leadTo(one);
  };
  return (
    <div aria-live="assertive">
      {first && (
        <button key={alerting.map(({ id }) => id).join()} ref={lockStrip} type="button" className="strip strip-new" onClick={see}>
          <Icon name="bell" />
          <strong>{bannerText(alerting, first)}</strong>
        </button>
      )}
    </div>
  );
}

/** The first alerting order that isn't new, such as a canceled one; it's more urgent. */
function underWayOf(alerting: KitchenOrder[]): KitchenOrder | undefined {
  return alerting.find(({ column, trouble }) => {
    return column === 'preparing' || column === 'ready' || column === 'ended' || trouble.some(({ code }) => code === 'contradicted');
  });
}

function isAnyToAnswer(alerting: KitchenOrder[]): boolean {
  const orders = Object.fromEntries(alerting.map((order) => [order.id, order]));
  return waitingOrders({ orders, sending: {}, now: serviceNow() }).length > 0;
}

function bannerText(alerting: KitchenOrder[], first: KitchenOrder): string {
  const underWay = underWayOf(alerting);
  // Its card may be out of sight, so its state is shown here.
  if (underWay) return t('banner.look', { number: underWay.number, state: say(underWay.statusLabel) });
  if (alerting.length > 1) return t('banner.many', { count: alerting.length });
  const { number, column, preorderFor } = first;
  if (column !== 'scheduled') return t('banner.one', { number });
  return preorderFor
    ? t('banner.reminder', { number, time: dayAndClock(preorderFor, serviceNow()) })
    : t('banner.look', { number, state: say(first.statusLabel) });
}

function FootStrips({ isForOne }: { isForOne: boolean }) {
  return (
    <div className="foot-strips">
      <NewOrderBanner isForOne={isForOne} />
      <WaitingStrip isForOne={isForOne} />
    </div>
  );
}

/** The strips over the foot of a screen. */
export const ScreenStrips = () => <FootStrips isForOne={useIsForOne()} />;

/** Strips that are shown in dialogs, too. */
export function UrgentStrips() {
  return (
    <>
      {useLinkLine().map(({ cause, drawn }) => (
        <Fragment key={cause}>{drawn}</Fragment>
      ))}
      <FootStrips isForOne={false} />
    </>
  );
}
