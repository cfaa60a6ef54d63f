import { message } from '../../../contract/contract.ts';
import type { SetUpStep } from '../../state/ui-state.ts';
import { SETTINGS } from '../made-up/answers.ts';
import { FRESH, INTAKE, VENUE } from '../made-up/venue.ts';
import { orders } from '../orders.ts';
import { on, type Scene } from '../scene.tsx';

export default { title: 'Set-up' };

const fresh = (): Scene => ({ app: FRESH, venues: [], printers: [] });
/** An empty form. */
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
        verifiedAt: null,
      },
      {
        name: 'delivery',
        address: 'https://deliveries.example.test',
        state: 'unclear',
        text: message('alarm.notAnswering'),
        hint: null,
        verifiedAt: null,
      },
    ],
    intake: INTAKE({ receiver: { state: 'lost', lastHeardAt: null, short: message('status.refused') } }),
    webhookSecret: { isSaved: true, verifiedAt: null, isChange: false, isRefused: true },
  },
  venues: [{ ...VENUE, verified: false, text: message('venue.signedInNotAnswered') }],
});
const step = (setUp: SetUpStep, scene: () => Scene = () => ({})) => on('board', () => ({ ...scene(), counter: { setUp } }));

export const First = on('board', fresh);
export const FirstSteps = on('board', unproved);
export const Venue = step('venue', () => ({ ...fresh(), answers: empty }));
export const VenueWrong = step('venue', () => ({ ...fresh(), answers: empty, touch: ['[type="submit"]'] }));
export const VenueConnected = step('venue');
export const VenueNotProved = step('venue', unproved);
export const VenueChanged = step('venue', () => ({
  ...unproved(),
  opens: 'setup/steps/venue-step.tsx',
  touch: ['.proof-acts .button.fill'],
}));
export const Orders = step('orders');
export const OrdersRefused = step('orders', unproved);
export const SecretReplaced = step('orders', () => ({
  opens: 'setup/connect/new-secret.tsx',
  touch: ['.hand-over > div:nth-of-type(2) .button'],
}));
export const OrderComesMeanwhile = step('sound', () => ({ orders: orders(101) }));
export const Sound = step('sound');
export const SoundWasPlayed = step('sound', () => ({ touch: ['.question-act .button'] }));
export const Printer = step('printer');
export const NoPrinter = step('printer', () => ({ printers: [], answers: empty }));
export const Check = step('check');
export const Checked = step('check', () => ({ touch: ['.part .button'] }));
