/** One order's activity: steps with times, why it was lost or late, and all events. */
import { useEffect, useState } from 'react';
import type { Moment, OrderActivityView, Problem } from '../../contract/contract.ts';
import { Items } from '../order/parts/dishes/items.tsx';
import { Sum } from '../order/parts/money/sum.tsx';
import { Icon, type IconName } from '../parts/icons.tsx';
import { ProblemText } from '../parts/problem.tsx';
import { useServiceNow } from '../state/clock.ts';
import { entryOf } from '../state/entry-of.ts';
import { call } from '../state/link.ts';
import { setUiState, useTopic } from '../state/ui-state.ts';
import { clockWithSeconds, dayAndClock } from '../time/texts.ts';
import { say, t } from '../words.ts';
import { Causes } from './reports/causes.tsx';

const SIGN: Record<Moment['kind'], IconName> = {
  notification: 'receiver',
  order: 'clock',
  command: 'person',
  answer: 'service',
  paper: 'printer',
  till: 'till',
  trouble: 'warning',
};

export function OrderActivity({ orderId }: { orderId: string }) {
  const [story, setStory] = useState<OrderActivityView | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const card = entryOf(useTopic('orders'), orderId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again whenever the card changed
  useEffect(() => {
    void call('history.order', { orderId }).then((answer) => {
      setProblem(answer.ok ? null : answer.problem);
      if (answer.ok) setStory(answer.value);
    });
  }, [orderId, card]);
  const now = useServiceNow();
  if (problem) return <ProblemText problem={problem} spoken />;
  if (!story) return null;
  const stations = [
    ['placed', story.placedAt],
    ['noticed', story.noticedAt],
    ['accepted', story.acceptedAt],
    ['due', story.dueAt],
    ['ready', story.readyAt],
    ['ended', story.endedAt],
  ] as const;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs the focus to scroll by keyboard
    <article className="story" aria-label={t('history.activityOf', { number: story.number })} tabIndex={0}>
      <header className="story-head">
        <h2>{story.number}</h2>
        <p>{say(story.statusLabel)}</p>
        {story.unread && <p>{story.unread.venueName}</p>}
        <Sum of={story} />
        {card && (
          <button type="button" className="button" onClick={() => setUiState({ openOrder: orderId })}>
            {t('history.all')}
          </button>
        )}
      </header>
      <Causes causes={story.causes} title={t('history.causes')} />
      <dl className="facts" aria-label={t('history.times')}>
        {stations.map(([name, at]) =>
          at ? (
            <div key={name}>
              <dt>{t(`history.stations.${name}`)}</dt>
              <dd>{dayAndClock(at, now)}</dd>
            </div>
          ) : null,
        )}
      </dl>
      {!story.unread && (
        <>
          <h3>{t('history.items')}</h3>
          <Items items={story.items} />
        </>
      )}
      <h3>{t('history.timeline')}</h3>
      <ol className="timeline">
        {story.timeline.map(({ at, kind, text, proof, by }) => (
          <li key={`${at} ${say(text)}`} data-kind={kind} data-proof={proof}>
            <time dateTime={at}>{clockWithSeconds(at)}</time>
            <Icon name={proof === 'sent' ? 'sent' : SIGN[kind]} />
            <span>
              <span className="unseen">{t(`history.kinds.${kind}`)}: </span>
              {say(text)}
              {by && <strong className="moment-by"> · {by}</strong>}
            </span>
          </li>
        ))}
      </ol>
    </article>
  );
}
