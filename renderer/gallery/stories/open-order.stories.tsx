/** An opened order and its operations. */
import { message, type Problem } from '../../../contract/contract.ts';
import { HandOver } from '../../order/actions/hand-over.tsx';
import { RejectDialog } from '../../order/actions/reject-dialog.tsx';
import { About } from '../../order/more/about.tsx';
import { Batches } from '../../order/more/batches.tsx';
import { Folds } from '../../order/more/folds.tsx';
import { MoreActions } from '../../order/more/more-actions.tsx';
import { Papers } from '../../order/more/papers.tsx';
import { PrintMenu } from '../../order/more/print-menu.tsx';
import { Timeline } from '../../order/more/timeline.tsx';
import { DepositsForm } from '../../order/operations/deposits-form.tsx';
import { DocumentsForm } from '../../order/operations/documents-form.tsx';
import { ItemsChanged } from '../../order/operations/items-changed.tsx';
import { Operation } from '../../order/operations/operation.tsx';
import { OperationForm } from '../../order/operations/operation-form.tsx';
import { Outcome } from '../../order/operations/outcome.tsx';
import { EtaForm, LocationForm, PlainForm } from '../../order/operations/own-delivery-forms.tsx';
import { RefundBasketForm, RefundItemsForm } from '../../order/operations/refund-forms.tsx';
import { ReplaceForm } from '../../order/operations/replace-form.tsx';
import { OrderDetail } from '../../order/order-detail.tsx';
import { WentBack } from '../../order/parts/money/money.tsx';
import { SheetFoot } from '../../order/sheet-foot.tsx';
import { say } from '../../words.ts';
import { cardOf, cards, cooking } from '../made-up/cards.ts';
import { detail, wentBack } from '../made-up/detail.ts';
import { type Scene, States, story } from '../scene.tsx';
import '../../order/more.css';

export default { title: 'Open order' };

const nothing = () => undefined;
const open = (what: string, more: Scene = {}) =>
  story(
    () => <OrderDetail orderId={cardOf(what).id} onClose={() => undefined} />,
    () => ({ orders: Object.values(cards()), ...more }),
  );

export const New = open('new, with a suggestion');
export const WithAllergyAndCash = open('pickup, cash, allergy');
export const Group = open('group');
export const InTrouble = open('in trouble');
export const NotReadableYet = open('not readable yet');
export const Scheduled = open('scheduled');
export const Rejected = open('rejected a moment ago');
export const BeingRead = open('group', { answers: { 'order.detail': 'never' } });
export const WhatHappened = open('late', { touch: ['.fold:nth-child(1)'] });
export const ItsPapers = open('late', { touch: ['.fold:nth-child(2)'] });
export const ItsNumbers = open('late', { touch: ['.fold:nth-child(3)'] });

const order = () => cooking('117');
const form = (name: string, label: Parameters<typeof say>[0] = message('operation.replaceItems')) => ({
  order: order(),
  detail: detail(),
  name,
  label: String(say(label)),
  onDone: nothing,
});

export const Folded = story(() => (
  <States
    wide
    of={{
      foot: <SheetFoot order={order()} detail={detail()} isWhole onDone={nothing} onOperate={nothing} />,
      'of a display': <SheetFoot order={order()} detail={null} isWhole={false} onDone={nothing} onOperate={nothing} />,
      folds: <Folds order={order()} detail={detail()} onDone={nothing} />,
      timeline: <Timeline order={order()} />,
      papers: <Papers order={order()} detail={detail()} onDone={nothing} />,
      'no papers': <Papers order={order()} detail={{ ...detail(), papers: [] }} onDone={nothing} />,
      numbers: <About order={order()} detail={detail()} />,
    }}
  />
));

export const PrintMenuOpen = story(
  () => (
    <States
      of={{
        open: (
          <div style={{ marginBlockStart: '14rem' }}>
            <PrintMenu order={order()} detail={detail()} onDone={nothing} />
          </div>
        ),
      }}
    />
  ),
  () => ({ touch: ['figure .button'] }),
);
export const MoreActionsOpen = story(
  () => (
    <States
      of={{
        open: (
          <div style={{ marginBlockStart: '18rem' }}>
            <MoreActions order={order()} detail={detail()} onOperate={nothing} />
          </div>
        ),
      }}
    />
  ),
  () => ({ touch: ['figure .button'] }),
);

export const Forms = story(() => (
  <States
    of={{
      'with its frame': <Operation {...form('deposits-returned', message('money.depositsReturned'))} why={null} onClose={nothing} />,
      'not possible any more': (
        <Operation {...form('eta', message('operation.sendEta'))} why={message('timeline.delivered')} onClose={nothing} />
      ),
      'the items have changed': <ItemsChanged onAnew={nothing} />,
      'nothing but the decision': <PlainForm {...form('pickup-completed', message('orderStatus.pickedUp'))} />,
      'minutes left': <EtaForm {...form('eta', message('operation.sendEta'))} />,
      'where the courier is': <LocationForm {...form('location', message('operation.sendLocation'))} />,
      deposits: <DepositsForm {...form('deposits-returned', message('money.depositsReturned'))} />,
      documents: <DocumentsForm {...form('document', message('detail.documents'))} />,
      'refund items': <RefundItemsForm {...form('refund-items', message('operation.refundItems'))} />,
      'refund basket': <RefundBasketForm {...form('refund-basket', message('operation.refundBasket'))} />,
      replace: <ReplaceForm {...form('replace-items')} />,
      batches: <Batches order={order()} detail={detail()} />,
      'any form': (
        <OperationForm
          order={order()}
          label={String(say(message('operation.sendEta')))}
          onDone={nothing}
          read={() => ({ operation: 'eta', minutes: 5 })}
        />
      ),
    }}
  />
));

export const WrongForm = story(
  () => <States of={{ wrong: <RefundBasketForm {...form('refund-basket', message('operation.refundBasket'))} /> }} />,
  () => ({ touch: ['[type="submit"]'] }),
);

const became = (state: 'sending' | 'taken' | 'failed', problem: Problem | null = null) => (
  <Outcome
    order={{ ...order(), operated: [{ requestId: 'a', operation: 'refund-basket', state, problem }] }}
    requestId="a"
    operation="refund-basket"
    before={[]}
  />
);
const lost = message('command.outcomeUnknown', { action: message('operation.refund') });
export const MoneyBack = story(() => (
  <States
    of={{
      'on its way': became('sending'),
      'not through yet': became('sending', { code: 'not-yet', text: message('alarm.notAnswering'), hint: message('text.tryingAgain') }),
      taken: became('taken'),
      'nobody knows': became('failed', { code: 'operation-failed', text: lost, hint: message('order.retryInDiagnostics') }),
      'what went back': <WentBack detail={wentBack()} />,
    }}
  />
));

const all = () => ({ orders: Object.values(cards()) });
export const Reject = story(() => <RejectDialog orderId={cardOf('new, ringing').id} />, all);
export const RejectTooLate = story(() => <RejectDialog orderId={cardOf('delivered').id} />, all);
export const HandOverWithABagMissing = story(
  () => <HandOver />,
  () => ({ ...all(), counter: { handingOver: { orderId: cardOf('group').id, action: 'ready' } } }),
);
export const HandOverWithAllBags = story(
  () => <HandOver />,
  () => ({
    orders: [{ ...cardOf('group'), checked: [0, 1, 2] }],
    counter: { handingOver: { orderId: cardOf('group').id, action: 'ready' } },
  }),
);
