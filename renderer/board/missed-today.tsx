/** Orders missed today, and one-tap auto-accept for the next hour. */
import { fromAbsolute, getLocalTimeZone } from '@internationalized/date';
import { useEffect, useState } from 'react';
import { type MissedOrders, USUAL_RULE } from '../../contract/contract.ts';
import { Icon } from '../parts/icons.tsx';
import { ProblemText } from '../parts/problem.tsx';
import { useCall } from '../parts/use-call.ts';
import { useServiceNow } from '../state/clock.ts';
import { call } from '../state/link.ts';
import { useOrderChanges } from '../state/order-changes.ts';
import { useApp, useIsCounter, useIsManager, useTopic } from '../state/ui-state.ts';
import { clockText } from '../time/texts.ts';
import { say, t } from '../words.ts';
import { autoAcceptUntil, closingTime } from './auto-accept-until.ts';
import './missed-today.css';

/** Missed orders are read again this long after orders changed, ms. */
const READ_AGAIN_MS = 1_500;

export function MissedToday() {
  const missed = useMissed();
  if (!missed || missed.count === 0) return null;
  const orders = t('board.missed.today', { count: missed.count });
  const amount = missed.unread === 0 ? missed.sums.map((sum) => say(sum)).join(' + ') : '';
  return (
    <div className="missed-today">
      <p role="status">{amount === '' ? orders : t('board.missed.todayWorth', { missed: orders, amount })}</p>
      <AutoAccept />
    </div>
  );
}

function useMissed(): MissedOrders | null {
  const [missed, setMissed] = useState<MissedOrders | null>(null);
  const news = useOrderChanges(READ_AGAIN_MS);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again with every news
  useEffect(() => {
    let isGone = false;
    void call('history.missedToday', {}).then((answer) => {
      if (answer.ok && !isGone) setMissed(answer.value);
    });
    return () => {
      isGone = true;
    };
  }, [news]);
  return missed;
}

/** Shown to managers while auto-accept is off and a venue can use it. */
function AutoAccept() {
  const app = useApp();
  const isManager = useIsManager();
  const isCounter = useIsCounter();
  const now = useServiceNow();
  const venues = Object.values(useTopic('venues'));
  const save = useCall('settings.saveWork');
  if (!isManager || !isCounter || !app || app.autoAccept || !venues.some(({ flavour }) => flavour === 'device-free')) return null;
  const until = autoAcceptUntil(now, closingTime(venues, now), fromAbsolute(now, getLocalTimeZone()).offset);
  const start = () => save.run({ work: { auto_accept: { until: new Date(until).toISOString(), rules: [USUAL_RULE] } } });
  return (
    <>
      <button type="button" className="button" disabled={save.busy} onClick={() => void start()}>
        <Icon name="robot" />
        {t('board.missed.autoAccept', { time: clockText(until) })}
      </button>
      <p className="field-hint">{t('board.missed.autoAcceptWhy')}</p>
      {save.problem && <ProblemText problem={save.problem} spoken />}
    </>
  );
}
