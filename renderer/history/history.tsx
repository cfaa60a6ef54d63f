/** All orders, newest first: found while typing, with the activity of one. */
import { useEffect, useRef, useState } from 'react';
import { Button, GridList, GridListItem, Input, Label, SearchField, Text } from 'react-aria-components';
import type { CallOutput, FoundOrder, Problem } from '../../contract/contract.ts';
import { Sum } from '../order/parts/money/sum.tsx';
import { Icon } from '../parts/icons.tsx';
import { ProblemText } from '../parts/problem.tsx';
import { useServiceNow } from '../state/clock.ts';
import { call } from '../state/link.ts';
import { itemName } from '../state/names.ts';
import { useOrderChanges } from '../state/order-changes.ts';
import { setUiState, useUiState } from '../state/ui-state.ts';
import { dayAndClock } from '../time/texts.ts';
import { say, t } from '../words.ts';
import { OrderActivity } from './order-activity.tsx';
import '../parts/form/form.css';
import './history.css';

export function History() {
  const [typed, setTyped] = useState('');
  const [missed, setMissed] = useState(false);
  const { orders, more, problem, showMore } = useFound(typed, missed);
  const chosen = useUiState((counter) => counter.story);
  // While searching, an order that isn't found doesn't show its activity.
  const isNarrowed = missed || typed.trim() !== '';
  const story = orders && isNarrowed && !orders.some(({ id }) => id === chosen) ? null : chosen;
  return (
    <div className="history">
      <section className="history-list" aria-label={t('history.results')}>
        <SearchField className="field search" value={typed} onChange={setTyped} autoFocus maxLength={200}>
          <Label>{t('history.search')}</Label>
          <div className="search-row">
            <Icon name="search" />
            <Input />
            <Button className="button quiet square" aria-label={t('history.clear')}>
              <Icon name="cross" />
            </Button>
          </div>
          <Text slot="description" className="field-hint">
            {t('history.hint')}
          </Text>
        </SearchField>
        <label className="choice">
          <input type="checkbox" checked={missed} onChange={({ target }) => setMissed(target.checked)} />
          <span>{t('history.onlyMissed')}</span>
        </label>
        {problem && <ProblemText problem={problem} spoken />}
        {orders && (
          <GridList
            className="found"
            aria-label={t('history.results')}
            items={orders}
            selectionMode="single"
            selectionBehavior="replace"
            disallowEmptySelection
            selectedKeys={story ? [story] : []}
            onSelectionChange={(keys) => setUiState({ story: [...keys].map(String)[0] ?? null })}
            renderEmptyState={() => <p className="found-none">{isNarrowed ? t('history.none') : t('history.noneYet')}</p>}
          >
            {(order) => <Found key={order.id} order={order} />}
          </GridList>
        )}
        {more && (
          <button type="button" className="button" onClick={showMore}>
            {t('history.more')}
          </button>
        )}
      </section>
      <section className="history-story">
        {story ? (
          <OrderActivity key={story} orderId={story} />
        ) : orders?.length === 0 ? null : (
          <p className="story-none">{t('history.choose')}</p>
        )}
      </section>
    </div>
  );
}

function Found({ order }: { order: FoundOrder }) {
  const now = useServiceNow();
  return (
    <GridListItem id={order.id} textValue={order.number} className="found-order" data-rejected={order.rejected || undefined}>
      <strong className="found-number">{order.number}</strong>
      <span className="found-who">{order.unread ? order.venueName : (order.customer ?? t('history.noName'))}</span>
      <time dateTime={order.placedAt}>{dayAndClock(order.placedAt, now)}</time>
      <span className="found-items">
        {order.items.map(({ count, name }) => `${count} × ${itemName(name)}`).join(', ') + (order.moreItems ? ', …' : '')}
      </span>
      <span className="found-state">{say(order.statusShort ?? order.statusLabel)}</span>
      <span className="found-total">
        <Sum of={order} />
      </span>
    </GridListItem>
  );
}

/** Searches again this long after orders changed, ms. */
const READ_AGAIN_MS = 1_500;

type Listed = CallOutput<'history.search'>;

/** Searches again on each letter and order change; drops outdated answers. */
function useFound(typed: string, missed: boolean) {
  const [found, setFound] = useState<Listed | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const asked = useRef(0);
  const filter = `${missed} ${typed}`;
  const lookedFor = useRef(filter);
  const news = useOrderChanges(READ_AGAIN_MS);
  const ask = async (before: number | null) => {
    asked.current += 1;
    const mine = asked.current;
    const answer = await call('history.search', { typed, before, missed });
    if (mine !== asked.current) return;
    setProblem(answer.ok ? null : answer.problem);
    if (!answer.ok) return;
    const { orders, more } = answer.value;
    setFound((shown) => ({ orders: before === null ? orders : [...(shown?.orders ?? []), ...orders], more }));
  };
  const askAgain = async () => {
    const answer = await call('history.search', { typed, before: null, missed });
    if (answer.ok && lookedFor.current === filter) setFound((shown) => withFirst(shown, answer.value));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked when what is looked for changes, and only then
  useEffect(() => {
    lookedFor.current = filter;
    void ask(null);
  }, [filter]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again with every news, and only then
  useEffect(() => {
    if (news > 0) void askAgain();
  }, [news]);
  const orders = found?.orders ?? null;
  return { orders, more: found?.more ?? false, problem, showMore: () => void ask(orders?.at(-1)?.place ?? null) };
}

/** Puts the newest orders before the older ones already shown. */
function withFirst(shown: Listed | null, first: Listed): Listed {
  const last = first.orders.at(-1)?.place ?? 0;
  const below = first.more ? (shown?.orders ?? []).filter(({ place }) => place < last) : [];
  return { orders: [...first.orders, ...below], more: below.length > 0 ? (shown?.more ?? false) : first.more };
}
