/** The screen for waiting customers: numbers of takeaway orders, nothing else. */
import { useEffect, useMemo, useRef, useState } from 'react';
import { Icon } from '../../parts/icons.tsx';
import { chime } from '../../sound/sound.ts';
import { counterNow, useNow, useServiceNow } from '../../state/clock.ts';
import { useUiState } from '../../state/ui-state.ts';
import { clockText } from '../../time/texts.ts';
import { t } from '../../words.ts';
import { AwakeNotice } from '../awake-notice.tsx';
import { useAsksForSetting } from '../use-awake.ts';
import { lit, newestFirst, type ReadySince, readySince } from './just-ready.ts';
import { useHidden } from './use-hidden.ts';
import { type Waiting, waitingIn } from './waiting.ts';
import './customer.css';

export function Customer() {
  const held = useUiState((counter) => counter.held);
  const waiting = useMemo(() => waitingIn(held), [held]);
  return (
    <div className="customer">
      <Top />
      <main className="customer-parts">
        <h1 className="unseen">{t('customer.title')}</h1>
        <Preparing orders={waiting.filter(({ stage }) => stage === 'preparing')} />
        <Ready orders={waiting.filter(({ stage }) => stage === 'ready')} />
      </main>
      {useAsksForSetting() && <AwakeNotice />}
    </div>
  );
}

function Top() {
  const app = useUiState(({ held }) => (held === null || held.of === 'kitchen' ? null : held.state.app.app));
  const now = useServiceNow();
  const since = useUiState((counter) => counter.unlinkedSince);
  const isShown = useUiState((counter) => counter.held !== null);
  return (
    <header className="customer-top">
      <span className="customer-venue">
        {/* Keyed, so that a new image is tried after a failed one. */}
        {app?.customerLogo && <Logo key={app.customerLogo} address={app.customerLogo} />}
        <span>{app?.venue}</span>
      </span>
      {since !== null && isShown && <span className="customer-old">{t('customer.old', { time: clockText(since) })}</span>}
      <time>{clockText(now)}</time>
    </header>
  );
}

/** Decorative, next to the venue's name. Broken images are hidden. */
function Logo({ address }: { address: string }) {
  const [isThere, setThere] = useState(true);
  return isThere && <img className="customer-logo" src={address} alt="" onError={() => setThere(false)} />;
}

function Preparing({ orders }: { orders: Waiting[] }) {
  const list = useRef<HTMLUListElement>(null);
  const hidden = useHidden(list, orders.length);
  return (
    <section className="customer-part" aria-label={t('customer.preparing')}>
      <h2>
        <Icon name="kitchen" />
        {t('customer.preparing')}
      </h2>
      {orders.length === 0 && <p className="customer-none">{t('customer.nonePreparing')}</p>}
      <ul ref={list}>
        {orders.map(({ id, number }) => (
          <li key={id}>{number}</li>
        ))}
      </ul>
      {hidden > 0 && <p className="customer-more">{t('customer.more', { count: hidden })}</p>}
    </section>
  );
}

function Ready({ orders }: { orders: Waiting[] }) {
  const since = useReadySince(orders);
  const now = useNow();
  const newest = lit(orders, since, now);
  const others = newestFirst(orders, since).filter(({ id }) => id !== newest);
  const list = useRef<HTMLUListElement>(null);
  const hidden = useHidden(list, `${others.length} ${newest}`);
  const first = orders.find(({ id }) => id === newest);
  return (
    <section className="customer-part" data-ready="" aria-label={t('customer.ready')}>
      <h2>
        <Icon name="takeaway" />
        {t('customer.ready')}
      </h2>
      <div aria-live="polite" className="customer-live">
        {first && (
          <p className="customer-newest">
            <b>{first.number}</b>
            <span>
              <Icon name="check" />
              {t('customer.come')}
            </span>
          </p>
        )}
        {orders.length === 0 && <p className="customer-none">{t('customer.noneReady')}</p>}
        <ul ref={list} data-many={others.length > 4 || undefined}>
          {others.map(({ id, number }) => (
            <li key={id}>{number}</li>
          ))}
        </ul>
      </div>
      {hidden > 0 && <p className="customer-more">{t('customer.more', { count: hidden })}</p>}
    </section>
  );
}

/** Tracks when orders became ready, with a soft sound for each. */
function useReadySince(orders: Waiting[]): ReadySince {
  const isLinked = useUiState((counter) => counter.held !== null);
  const [since, setSince] = useState<ReadySince | null>(null);
  const ids = orders.map(({ id }) => id).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at anew when an order comes or goes
  useEffect(() => {
    if (!isLinked) return;
    if (since !== null && orders.some(({ id }) => !since.has(id))) chime();
    setSince((before) => readySince(before, orders, counterNow()));
  }, [ids, isLinked]);
  return since ?? new Map();
}
