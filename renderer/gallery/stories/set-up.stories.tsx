/** First screen, setup, and the page for pairing. */
import { createRef } from 'react';
import { message } from '../../../contract/contract.ts';
import { AddressDoubts } from '../../setup/connect/address-warnings.tsx';
import { ConnectForm } from '../../setup/connect/connect-form.tsx';
import { NewSecret } from '../../setup/connect/new-secret.tsx';
import { PasteSent } from '../../setup/connect/paste-sent.tsx';
import { ReceiveCode } from '../../setup/connect/receive-code.tsx';
import { RelayJoin } from '../../setup/connect/relay-join.tsx';
import { SecretForm } from '../../setup/connect/secret-form.tsx';
import { WebhookHandOver } from '../../setup/connect/webhook-hand-over.tsx';
import { PairPage } from '../../setup/pair-page.tsx';
import { Proofs } from '../../setup/proof.tsx';
import { SetUp } from '../../setup/set-up.tsx';
import { CheckStep } from '../../setup/steps/check-step.tsx';
import { OrdersStep } from '../../setup/steps/orders-step.tsx';
import { PrinterStep } from '../../setup/steps/printer-step.tsx';
import { Question } from '../../setup/steps/question.tsx';
import { SoundStep } from '../../setup/steps/sound-step.tsx';
import { VenueStep } from '../../setup/steps/venue-step.tsx';
import { WaitingOrders } from '../../setup/waiting-orders.tsx';
import { Welcome } from '../../setup/welcome.tsx';
import type { SetUpStep } from '../../state/counter.ts';
import { LineBelowBar } from '../../status/line-below-bar.tsx';
import { SETTINGS } from '../made-up/answers.ts';
import { FRESH, INTAKE, VENUE } from '../made-up/venue.ts';
import { type Scene, Sheet, States, story } from '../scene.tsx';

export default { title: 'Set-up' };

const nothing = () => undefined;
const fresh = (): Scene => ({ app: FRESH, venues: [], printers: [] });
/** Before any settings. */
const empty: Scene['answers'] = {
  'settings.get': () => ({
    settings: {
      ...SETTINGS,
      service: { ...SETTINGS.service, auth_url: null, order_base_url: null, delivery_base_url: null, client_id: null },
      printers: [],
    },
    hasClientSecret: false,
    secretsFor: { production: null, development: null },
    merchantKey: 'none',
    webhookSecrets: 0,
    hasStockKey: false,
  }),
};
const unproved = (): Scene => ({
  app: {
    addresses: [
      {
        name: 'order',
        address: 'https://orders.example.test',
        state: 'wrong',
        text: message('alarm.answered', { answer: 404 }),
        hint: message('service.compareAddress'),
        provedAt: null,
      },
      {
        name: 'delivery',
        address: 'https://deliveries.example.test',
        state: 'unclear',
        text: message('alarm.notAnswering'),
        hint: null,
        provedAt: null,
      },
    ],
    intake: INTAKE({ receiver: { state: 'lost', lastHeardAt: null, short: message('status.refused') } }),
    webhookSecret: { isSaved: true, provedAt: null, isChange: false, isRefused: true },
  },
  venues: [{ ...VENUE, proved: false, text: message('venue.signedInNotAnswered') }],
});
const step = (step: SetUpStep, scene: () => Scene) =>
  story(
    () => (
      <div className="app">
        <SetUp step={step} />
      </div>
    ),
    scene,
  );

export const First = story(
  () => (
    <div className="app">
      <Welcome />
    </div>
  ),
  fresh,
);
export const Venue = step('venue', () => ({ ...fresh(), answers: empty }));
export const VenueConnected = step('venue', () => ({}));
export const VenueNotProved = step('venue', unproved);
export const Orders = step('orders', () => ({}));
export const OrdersWithANewSecret = step('orders', () => ({
  app: { webhookSecret: { isSaved: true, provedAt: null, isChange: true, isRefused: false } },
}));
export const SecretInUse = story(
  () => <States wide of={{ asks: <NewSecret /> }} />,
  () => ({ touch: ['.button'] }),
);
export const OrdersRefused = step('orders', unproved);
export const Sound = step('sound', () => ({}));
export const SoundWasPlayed = step('sound', () => ({ touch: ['.question-act .button'] }));
export const Printer = step('printer', () => ({}));
export const NoPrinter = step('printer', () => ({ printers: [], answers: empty }));
export const Check = step('check', () => ({}));
export const Checked = step('check', () => ({ touch: ['.part .button'] }));

export const Steps = story(() => (
  <Sheet>
    <VenueStep />
    <OrdersStep />
    <SoundStep />
    <PrinterStep />
    <CheckStep />
    <Question title="What is asked" why="And why.">
      <p>What is done about it.</p>
    </Question>
  </Sheet>
));

export const Connecting = story(() => (
  <States
    wide
    of={{
      'all questions': <ConnectForm onDone={nothing} />,
      'question by question': <ConnectForm inSteps onDone={nothing} onBack={nothing} />,
    }}
  />
));
export const ConnectingWrong = story(
  () => <States wide of={{ wrong: <ConnectForm inSteps onDone={nothing} onBack={nothing} /> }} />,
  () => ({ answers: empty, touch: ['[type="submit"]'] }),
);

export const Parts = story(() => (
  <States
    wide
    of={{
      proofs: (
        <Proofs
          proofs={[
            { id: '1', title: 'Signed in', state: 'proved', at: '18:02' },
            { id: '2', title: 'Secret', text: 'It is stored.', state: 'saved' },
            { id: '3', title: 'Notification', text: 'None has come.', state: 'open' },
            { id: '4', title: 'Order API', text: 'Something else answers.', state: 'wrong' },
          ]}
        />
      ),
      doubts: (
        <AddressDoubts
          found={[{ name: 'order', text: message('alarm.notAnswering'), hint: message('service.compareAddress') }]}
          onChange={nothing}
        />
      ),
      'what the service sent': <PasteSent onFound={nothing} />,
      'receiving the code': <ReceiveCode form={createRef()} />,
      'through a relay': <RelayJoin />,
      'what the service must be told': <WebhookHandOver />,
      'a new secret': <NewSecret />,
      'an agreed secret': <SecretForm />,
    }}
  />
));
export const CodeIsAwaited = story(
  () => <States wide of={{ waiting: <ReceiveCode form={createRef()} /> }} />,
  () => ({
    answers: { 'venue.openRedirect': () => ({ redirectUri: 'http://127.0.0.1:40123/code' }), 'venue.awaitCode': 'never' },
    touch: ['.receive .button'],
  }),
);
export const OrderDuringSetUp = story(() => <WaitingOrders />);
export const FirstStepsAboveTheBoard = story(() => <LineBelowBar />, unproved);

export const NotLetInToTheCounter = story(() => <PairPage place="counter" />);
export const NotLetInToADisplay = story(() => <PairPage place="display" />);
