import { message, type OfferView } from '../../../contract/contract.ts';
import { setOffered, setPriceInputs } from '../../courier/ordering/draft.ts';
import { at } from '../made-up/at.ts';
import { deliveries, offer } from '../made-up/couriers.ts';
import { OTHER_VENUE, VENUE } from '../made-up/venue.ts';
import { on, type Scene } from '../scene.tsx';

export default { title: 'Courier' };

const desk = (scene: () => Scene = () => ({})) => on('courier', () => ({ venues: [VENUE, OTHER_VENUE], ...scene() }));
const typed = () => setPriceInputs({ street: 'Market street 8', city: 'Helsinki', postCode: '00100' });
const priced = (over: Partial<OfferView> = {}, more: Scene = {}) =>
  desk(() => ({
    set: () => {
      typed();
      setOffered({ offer: offer(over), venueId: 'venue', requestId: 'request-1' });
    },
    ...more,
  }));
const NO_NEWS = { 'webhooks.list': () => ({ webhooks: [] }) } satisfies Scene['answers'];

export const Empty = desk(() => ({ answers: { ...NO_NEWS, 'courier.areas': () => ({ areas: [], radiusMetres: null }) } }));
export const Couriers = desk(() => ({ deliveries: deliveries() }));
export const Asked = desk(() => ({ set: typed }));
export const OutOfReach = desk(() => ({
  set: typed,
  answers: { 'courier.offer': { code: 'x', text: message('courier.outOfReach'), hint: message('courier.tryAnotherVenue') } },
  touch: ['[type="submit"]'],
}));
export const Price = priced({}, { deliveries: deliveries() });
export const PriceThatDoesNotBind = priced({ isBinding: false, isServed: false, price: null });
export const PriceThatRanOut = priced({ validUntil: at(-10) });
export const PriceOfAnEstimate = priced({ isEstimate: true, isServed: null, scheduledTime: at(7_200) });
export const Cancel = desk(() => ({ opens: 'courier/delivery-dialogs.tsx', deliveries: deliveries(), touch: ['.delivery .button.stop'] }));
