/** An order on the board and its parts. */
import { message } from '../../../contract/contract.ts';
import { AcceptMinutes } from '../../order/actions/accept-minutes.tsx';
import { Actions } from '../../order/actions/actions.tsx';
import { Undo } from '../../order/actions/undo.tsx';
import { CardHead } from '../../order/card-head.tsx';
import { Card, CardSum } from '../../order/order-card.tsx';
import { AgeBar } from '../../order/parts/age-bar.tsx';
import { Bags } from '../../order/parts/bags.tsx';
import { Comment } from '../../order/parts/comment.tsx';
import { Choices } from '../../order/parts/dishes/choices.tsx';
import { Dishes } from '../../order/parts/dishes/dishes.tsx';
import { Items } from '../../order/parts/dishes/items.tsx';
import { Due } from '../../order/parts/due.tsx';
import { Money } from '../../order/parts/money/money.tsx';
import { Sum } from '../../order/parts/money/sum.tsx';
import { AllergyTag, Marked } from '../../order/parts/note.tsx';
import { Steps } from '../../order/parts/steps.tsx';
import { WhenAndWho } from '../../order/when-and-who.tsx';
import { at } from '../made-up/at.ts';
import { ALLERGY, card, cardOf, cards, cooking, DISHES, MANY_DISHES } from '../made-up/cards.ts';
import { detail } from '../made-up/detail.ts';
import { States, story } from '../scene.tsx';

export default { title: 'Order' };

const nothing = () => undefined;
const each = (draw: (order: ReturnType<typeof card>) => React.ReactNode) =>
  Object.fromEntries(Object.entries(cards()).map(([what, order]) => [what, draw(order)]));

export const Cards = story(() => <States of={each((order) => <Card order={order} showVenue={false} />)} />);

export const CardsOfTwoVenues = story(
  () => (
    <States
      of={{
        new: <Card order={card('101')} showVenue />,
        'all dishes unfolded': <Card order={card('102', { items: MANY_DISHES })} showVenue />,
      }}
    />
  ),
  () => ({ touch: ['.dishes-more'] }),
);

export const CardsUnderWay = story(
  () => (
    <States
      of={{
        'sent to the bridge': <Card order={card('101')} showVenue={false} />,
        refused: <Card order={card('102')} showVenue={false} />,
      }}
    />
  ),
  () => ({
    counter: {
      sending: { 'order-101': 'accept' },
      refusals: { 'order-102': { code: 'x', text: message('service.orderMovedOn'), hint: message('text.checkAgain') } },
    },
  }),
);

export const Heads = story(() => (
  <States of={each((order) => <CardHead order={order} showVenue={false} onOpen={nothing} opens={order.number} />)} />
));
export const Times = story(() => <States of={each((order) => <Due order={order} />)} />);
export const Ages = story(() => <States of={each((order) => <AgeBar order={order} />)} />);
export const Sums = story(() => <States of={each((order) => <CardSum order={order} />)} />);
export const Buttons = story(() => (
  <States of={{ ...each((order) => <Actions order={order} />), 'answers alone': <Actions order={cooking('125')} answersOnly /> }} />
));

const accept = () => {
  const order = cardOf('new, with a suggestion');
  const [action] = order.actions;
  if (!action) throw new Error('There is nothing to accept.');
  return <AcceptMinutes order={order} accept={action} />;
};
export const MinutesOpen = story(
  () => <States of={{ open: accept() }} />,
  () => ({ touch: ['.split-more'] }),
);

export const Taking = story(() => (
  <States of={{ 'taking it back': <Undo order={cardOf('can be undone')} text="Marking ready…" until={at(8)} /> }} />
));

export const Notes = story(() => (
  <States
    of={{
      note: <Comment text="Without cutlery." allergies={null} />,
      allergy: <Comment text={ALLERGY.comment} allergies={ALLERGY.allergies} />,
      'what it tells of': <AllergyTag of={ALLERGY.allergies} />,
      'words found': <Marked text={ALLERGY.comment} of={ALLERGY.allergies} />,
    }}
  />
));

const group = () => cardOf('group');
export const WhatWasOrdered = story(() => (
  <States
    of={{
      dishes: <Items items={[DISHES.burger, DISHES.ramen, DISHES.nuts]} />,
      'with prices': <Items items={[DISHES.burger, DISHES.lemonade]} prices />,
      'without a name': <Items items={[{ ...DISHES.burger, name: null }]} />,
      'of a group': <Items items={group().items} />,
      folded: <Dishes items={MANY_DISHES} most={6} />,
      choices: (
        <Choices of={[...DISHES.burger.options, ...DISHES.nuts.options, { group: 'Extra', value: 'Cheese', count: 2, allergies: null }]} />
      ),
      bags: <Bags order={group()} />,
    }}
  />
));

export const Paid = story(() => (
  <States
    of={{
      'all of it': <Money order={cooking('117')} detail={detail()} />,
      'as the card knows it': <Money order={card('101', { cashToCollect: card('101').toPay })} detail={null} />,
      total: <Sum of={card('101')} />,
      'items alone': <Sum of={card('101', { toPay: null })} />,
    }}
  />
));

export const Papers = story(() => (
  <States
    of={{
      'nothing to look after': <Steps order={cooking('101')} />,
      stuck: (
        <Steps
          order={cooking('104', {
            ticket: { state: 'stuck', text: message('printer.message', { printer: 'Kitchen', text: message('printer.outOfPaper') }) },
          })}
        />
      ),
      failed: <Steps order={cooking('102', { ticket: { state: 'failed', text: message('printer.outOfPaper') } })} />,
      'nobody vouches for it': <Steps order={cardOf('ticket not confirmed')} />,
      'every step': <Steps order={cardOf('in trouble')} full />,
    }}
  />
));

export const WhenAndForWhom = story(() => (
  <States
    of={{
      delivery: <WhenAndWho order={cardOf('being prepared, courier comes')} />,
      'own delivery': <WhenAndWho order={cardOf('own delivery')} />,
      scheduled: <WhenAndWho order={cardOf('scheduled')} />,
      'at the door': <WhenAndWho order={cardOf('no name, no time, no contact')} />,
      over: <WhenAndWho order={cardOf('delivered')} />,
    }}
  />
));
