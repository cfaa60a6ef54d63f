/** A ticket: a tap on its head finishes it, taps on dishes mark them one by one. */
import { memo } from 'react';
import { EXPO, type KitchenOrder, type KitchenTicket } from '../../../../contract/contract.ts';
import { Actions } from '../../../order/actions/actions.tsx';
import { Comment } from '../../../order/parts/comment.tsx';
import { AllergyTag } from '../../../order/parts/note.tsx';
import { useIsCourierNear } from '../../../order/parts/use-courier.ts';
import { Icon } from '../../../parts/icons.tsx';
import { Problems } from '../../../parts/problem.tsx';
import { useOfServiceNow } from '../../../state/clock.ts';
import { markTapped } from '../../../state/order-commands.ts';
import { useKitchenApp, useLanguage, useMay, useSeveralVenues } from '../../../state/ui-state.ts';
import { clockText } from '../../../time/texts.ts';
import { useSwipe } from '../../../touch/use-swipe.ts';
import { say, t } from '../../../words.ts';
import { doHead, doHeadOrSay, prioritize } from '../commands.ts';
import { headAction } from '../head-action.ts';
import { type Ticket as Shown, type Tab, ticketOf } from '../tickets.ts';
import { Dish } from './dish.tsx';
import { Elapsed, kitchenAge, TicketBar } from './ticket-age.tsx';
import { TicketBody } from './ticket-body.tsx';

export const Ticket = memo(function Ticket({ order, tab }: { order: KitchenOrder; tab: Tab }) {
  useLanguage();
  const ticket = ticketOf(order, tab);
  const mood = useOfServiceNow((now) => kitchenAge(order, now)?.mood ?? null);
  const waits = useOfServiceNow((now) => ticket.startAt !== null && Date.parse(ticket.startAt) > now && !ticket.isDone);
  const swipe = useSwipe((at) => doHeadOrSay(ticket, tab, at));
  return (
    <article
      id={`order-${order.id}`}
      className="ticket"
      data-order={order.number}
      data-of-order={order.id}
      data-order-id={order.id}
      data-column={order.column}
      data-mood={mood ?? undefined}
      data-done={ticket.isDone || undefined}
      data-waits={waits || undefined}
      aria-label={t('card.name', { number: order.number })}
      onClickCapture={(event) => {
        markTapped(order);
        swipe.keepClick(event);
      }}
      {...swipe.hears}
    >
      <Head ticket={ticket} tab={tab} mood={mood} waits={waits} />
      <TicketBar order={order} />
      <Strips ticket={ticket} />
      <TicketBody lines={ticket.lines}>
        <div className="ticket-notes">
          {/* The allergy words, readable from two meters, then the note. */}
          <AllergyTag of={order.allergies} />
          <Comment text={order.comment} allergies={order.allergies} />
          <Problems problems={order.trouble} />
        </div>
        {tab === EXPO ? <ByStation ticket={ticket} /> : <Dishes ticket={ticket} lines={ticket.lines} />}
        {order.isCut && (
          <p className="ticket-cut">
            <Icon name="dots" /> {t('card.cut')}
          </p>
        )}
      </TicketBody>
      {tab === EXPO && <Priority order={order} />}
      <div className="ticket-over">
        <Actions order={{ ...order, actions: [] }} />
      </div>
    </article>
  );
});

function Head({ ticket, tab, mood, waits }: { ticket: Shown; tab: Tab; mood: string | null; waits: boolean }) {
  const { order, isDone } = ticket;
  const action = headAction(ticket, tab, useMay('pack'));
  const label = action && ('label' in action ? say(action.label) : action.kind === 'done' ? t('kitchen.done') : t('kitchen.putAway'));
  return (
    <h2 className="ticket-top">
      <button
        type="button"
        className="ticket-head"
        aria-label={label ?? t('card.name', { number: order.number })}
        aria-disabled={action === null || undefined}
        onClick={() => doHead(ticket, tab)}
      >
        {action !== null && <Icon name={isDone ? 'double-check' : 'check'} />}
      </button>
      <span className="ticket-number">{order.number}</span>
      <span className="ticket-kind">
        <span>
          <Icon name={order.kind} />
          {say(order.kindLabel)}
        </span>
        <StateText ticket={ticket} mood={mood} waits={waits} />
      </span>
      <Elapsed order={order} />
    </h2>
  );
}

/** The ticket's state in words, as color alone isn't accessible. */
function StateText({
  ticket: { order, isDone, isRecalled, others, startAt },
  mood,
  waits,
}: {
  ticket: Shown;
  mood: string | null;
  waits: boolean;
}) {
  const names = useStationNames();
  const severalVenues = useSeveralVenues();
  const words = [
    severalVenues && order.venueName,
    isRecalled && t('kitchen.recalled'),
    order.preorder && t('card.preorder'),
    isDone
      ? t('kitchen.struck')
      : waits && startAt
        ? t('kitchen.begins', { time: clockText(startAt) })
        : mood === 'red'
          ? t('kitchen.late')
          : mood === 'amber'
            ? t('kitchen.soon')
            : null,
    ...others.map(({ station, left }) => t('kitchen.other', { count: left, station: names.get(station) ?? station })),
  ].filter(Boolean);
  return words.length === 0 ? null : <span className="ticket-text">{words.join(', ')}</span>;
}

function useStationNames(): Map<string, string> {
  const stations = useKitchenApp()?.kitchen.stations ?? [];
  return new Map(stations.map(({ id, name }) => [id, name]));
}

function Strips({ ticket: { order, isFirst } }: { ticket: Shown }) {
  const { courier, bags, checked } = order;
  const isNear = useIsCourierNear(order);
  return (
    <>
      {isFirst && (
        <p className="ticket-strip" data-first="">
          <Icon name="up" />
          {t('kitchen.priority')}
        </p>
      )}
      {courier?.state === 'approaching' && (
        <p className="ticket-strip" data-courier={isNear ? '' : undefined}>
          <Icon name="delivery" />
          {courier.at ? t('courier.approachingAt', { time: clockText(courier.at) }) : t('courier.approaching')}
        </p>
      )}
      {bags > 0 && (
        <p className="ticket-strip">
          <Icon name="people" />
          {t('bags.short', { count: checked.length, of: bags })}
        </p>
      )}
    </>
  );
}

function Dishes({ ticket, lines }: { ticket: Shown; lines: Shown['lines'] }) {
  return (
    <ul className="ticket-dishes">
      {lines.map((line) => (
        <li key={line.at}>
          <Dish order={ticket.order} line={line} />
        </li>
      ))}
    </ul>
  );
}

function ByStation({ ticket }: { ticket: Shown }) {
  const names = useStationNames();
  if (ticket.own.length === 0) return <Dishes ticket={ticket} lines={ticket.lines} />;
  return ticket.own.map((own) => (
    <section key={own.station} className="ticket-station" data-done={isThrough(own) || undefined}>
      <h3>
        <span>{names.get(own.station) ?? t('kitchen.title')}</span>
        <span className="ticket-owes">
          {isThrough(own) && <Icon name="check" />}
          {isThrough(own) ? t('kitchen.owesNothing') : t('kitchen.owes', { count: own.left })}
        </span>
      </h3>
      <Dishes ticket={ticket} lines={linesAt(ticket, own)} />
    </section>
  ));
}

const isThrough = ({ count, left, finishedAt }: KitchenTicket): boolean => (count > 0 ? left === 0 : finishedAt !== null);

function linesAt({ order, lines }: Shown, { station }: KitchenTicket): Shown['lines'] {
  return lines.flatMap((line) => {
    const its = order.kitchen?.lines[line.at];
    return its?.stations.includes(station) ? [{ ...line, done: its.doneAt.includes(station) }] : [];
  });
}

function Priority({ order }: { order: KitchenOrder }) {
  const mayPack = useMay('pack');
  if (order.kitchen === null || !mayPack) return null;
  const { priority } = order.kitchen;
  return (
    <div className="ticket-foot">
      <button type="button" className="button quiet" aria-pressed={priority} onClick={() => prioritize(order, !priority)}>
        <Icon name="up" />
        {t('kitchen.priority')}
      </button>
    </div>
  );
}
