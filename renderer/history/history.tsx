/** Every order there ever was: found as somebody types, newest first, with its whole story beside the list. */
import { useEffect, useRef, useState } from 'react';
import { Button, GridList, GridListItem, Input, Label, SearchField, Text } from 'react-aria-components';
import type { FoundOrder, Problem } from '../../contract/contract.ts';
import { itemName } from '../order/names.ts';
import { Sum } from '../order/parts/sum.tsx';
import { Icon } from '../parts/icons.tsx';
import { ProblemText } from '../parts/problem.tsx';
import { useServiceNow } from '../state/clock.ts';
import { setCounter, useCounter } from '../state/counter.ts';
import { call } from '../state/link.ts';
import { dayAndClock } from '../time/texts.ts';
import { say, words } from '../words.ts';
import { Story } from './story.tsx';
import './history.css';

const said = words.history;

export function History() {
  const [typed, setTyped] = useState('');
  const { orders, more, problem, showMore } = useFound(typed);
  const chosen = useCounter((counter) => counter.story);
  // What was looked at before stands beside what was found, and beside nothing else.
  const story = orders && typed.trim() !== '' && !orders.some(({ id }) => id === chosen) ? null : chosen;
  return (
    <div className="history">
      <section className="history-list" aria-label={said.results}>
        <SearchField className="field search" value={typed} onChange={setTyped} autoFocus maxLength={200}>
          <Label>{said.search}</Label>
          <div className="search-row">
            <Icon name="search" />
            <Input />
            <Button className="button quiet square" aria-label={said.clear}>
              <Icon name="cross" />
            </Button>
          </div>
          <Text slot="description" className="field-hint">
            {said.hint}
          </Text>
        </SearchField>
        {problem && <ProblemText problem={problem} spoken />}
        {orders && (
          <GridList
            className="found"
            aria-label={said.results}
            items={orders}
            selectionMode="single"
            selectionBehavior="replace"
            disallowEmptySelection
            selectedKeys={story ? [story] : []}
            onSelectionChange={(keys) => setCounter({ story: [...keys].map(String)[0] ?? null })}
            renderEmptyState={() => <p className="found-none">{typed.trim() === '' ? said.noneYet : said.none}</p>}
          >
            {(order) => <Found key={order.id} order={order} />}
          </GridList>
        )}
        {more && (
          <button type="button" className="button" onClick={showMore}>
            {said.more}
          </button>
        )}
      </section>
      <section className="history-story">
        {story ? <Story key={story} orderId={story} /> : orders?.length === 0 ? null : <p className="story-none">{said.choose}</p>}
      </section>
    </div>
  );
}

function Found({ order }: { order: FoundOrder }) {
  const now = useServiceNow();
  return (
    <GridListItem id={order.id} textValue={order.number} className="found-order" data-rejected={order.rejected || undefined}>
      <strong className="found-number">{order.number}</strong>
      <span className="found-who">{order.customer ?? said.noName}</span>
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

/** Asks again at every letter; an answer that was overtaken by a later one is not shown. */
function useFound(typed: string) {
  const [orders, setOrders] = useState<FoundOrder[] | null>(null);
  const [more, setMore] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const asked = useRef(0);
  const ask = async (before: number | null) => {
    asked.current += 1;
    const mine = asked.current;
    const answer = await call('history.search', { typed, before });
    if (mine !== asked.current) return;
    setProblem(answer.ok ? null : answer.problem);
    if (!answer.ok) return;
    setOrders((shown) => (before === null ? answer.value.orders : [...(shown ?? []), ...answer.value.orders]));
    setMore(answer.value.more);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked when the text changes, and only then
  useEffect(() => void ask(null), [typed]);
  return { orders, more, problem, showMore: () => void ask(orders?.at(-1)?.place ?? null) };
}
