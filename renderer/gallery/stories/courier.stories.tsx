/** The courier desk: address, price, order, today's couriers. */

import { message, type OfferView } from '../../../contract/contract.ts';
import { CourierDesk } from '../../courier/courier-desk.tsx';
import { CourierMap } from '../../courier/courier-map.tsx';
import { Deliveries } from '../../courier/deliveries.tsx';
import { Delivery } from '../../courier/delivery.tsx';
import { CancelDialog, CloseDialog } from '../../courier/delivery-dialogs.tsx';
import { Drawing, Legend, type Places } from '../../courier/map/drawing.tsx';
import { OverStreets } from '../../courier/map/over-streets.tsx';
import { overStreets } from '../../courier/map/projection.ts';
import { AskForm } from '../../courier/ordering/ask-form.tsx';
import { askOther, PARCEL, setOffered, tell } from '../../courier/ordering/draft.ts';
import { Nearby } from '../../courier/ordering/nearby.tsx';
import { Offer } from '../../courier/ordering/offer.tsx';
import { OrderForm } from '../../courier/ordering/order-form.tsx';
import { ParcelFields } from '../../courier/ordering/parcel-fields.tsx';
import { TrackingOff } from '../../courier/tracking-off.tsx';
import { at } from '../made-up/at.ts';
import { deliveries, offer } from '../made-up/couriers.ts';
import { OTHER_VENUE, VENUE } from '../made-up/venue.ts';
import { type Scene, Sheet, States, story } from '../scene.tsx';
import '../../courier/courier.css';

export default { title: 'Courier' };

const nothing = () => undefined;
const asking = { busy: false, problem: null, ask: async () => undefined };
const ordering = { busy: false, problem: null, wrong: {}, order: async () => undefined };
const refused = { code: 'x', text: message('courier.outOfReach'), hint: message('courier.tryAnotherVenue') };
const typed = () => askOther({ street: 'Market street 8', city: 'Helsinki', postCode: '00100' });
const offered =
  (over: Partial<OfferView> = {}) =>
  () => {
    typed();
    setOffered({ offer: offer(over), venueId: 'venue', requestId: 'request-1' });
  };
const two = { venues: [VENUE, OTHER_VENUE] };

export const Desk = story(
  () => (
    <div className="app">
      <CourierDesk />
    </div>
  ),
  () => ({ ...two, deliveries: Object.values(deliveries()), set: offered() }),
);
export const EmptyDesk = story(
  () => (
    <div className="app">
      <CourierDesk />
    </div>
  ),
  () => ({ answers: { 'courier.areas': () => ({ areas: [], radiusMetres: null }), 'webhooks.list': () => ({ webhooks: [] }) } }),
);

const sheet = (of: () => React.ReactNode, scene: () => Scene) => story(() => <Sheet>{of()}</Sheet>, scene);
export const Asked = sheet(
  () => <AskForm asking={asking} wrong={{}} />,
  () => ({ ...two, set: typed }),
);
export const AskedInVain = sheet(
  () => <AskForm asking={{ ...asking, problem: refused }} wrong={{ 'parcels.0.description': "Enter what's in the parcel." }} />,
  () => ({ set: typed }),
);
export const Parcel = sheet(
  () => (
    <ParcelFields
      parcel={{ ...PARCEL, description: 'Ramen', grams: 900, alcohol: true }}
      place={0}
      wrong={{ 'parcels.0.value': '?' }}
      onRemove={nothing}
    />
  ),
  () => ({}),
);
export const Told = sheet(
  () => (
    <OrderForm offer={offer({ isEstimate: true })} ordering={{ ...ordering, wrong: { phone: 'Enter a phone number for the courier.' } }} />
  ),
  () => ({ set: () => tell({ name: 'Mia N', cash: '20', handshake: true }) }),
);

const price = (over: Partial<OfferView>, own = ordering) =>
  sheet(
    () => <Offer asking={asking} ordering={own} />,
    () => ({ ...two, set: offered(over) }),
  );
export const Price = price({});
export const PriceThatDoesNotBind = price({ isBinding: false, isServed: false, price: null });
export const PriceThatRanOut = price({ validUntil: at(-10) });
export const PriceOfAnEstimate = price({ isEstimate: true, isServed: null, scheduledTime: at(7_200) });
export const PriceWithSomethingToCorrect = price({}, { ...ordering, wrong: { phone: '?' } });
export const FromAnotherVenue = sheet(
  () => <Nearby offer={offer()} asking={asking} />,
  () => ({ ...two, touch: ['.button'] }),
);

export const Couriers = story(() => (
  <States
    wide
    of={Object.fromEntries(Object.entries(deliveries()).map(([what, one]) => [what, <Delivery key={one.id} delivery={one} />]))}
  />
));
export const NoCouriers = sheet(
  () => (
    <>
      <TrackingOff />
      <Deliveries deliveries={[]} />
    </>
  ),
  () => ({ answers: { 'webhooks.list': () => ({ webhooks: [] }) } }),
);
export const OnAMap = sheet(
  () => <CourierMap deliveries={Object.values(deliveries())} />,
  () => ({ set: offered() }),
);
/** For the drawing over streets; the streets themselves vary. */
const places: Places = {
  areas: [],
  radiusMetres: 900,
  venues: [{ lat: 60.168, lon: 24.931 }],
  ends: [{ id: 'p13', name: 'P13', lat: 60.173, lon: 24.949 }],
  couriers: [{ id: 'p13', lat: 60.17, lon: 24.94 }],
  asked: { lat: 60.165, lon: 24.944 },
};
export const OnStreets = sheet(
  () => (
    <figure className="courier-map">
      <div className="map-ground" data-shown>
        <Drawing places={places} projection={overStreets({ centre: { lat: 60.169, lon: 24.94 }, zoom: 13.5, width: 640, height: 352 })} />
        <OverStreets named={['© Harbour maps', 'Harbour surveyors']} onMove={nothing} />
      </div>
      <Legend places={places} />
    </figure>
  ),
  () => ({}),
);
export const Cancel = story(() => <CancelDialog id="p11" onClose={nothing} />);
export const Close = story(() => <CloseDialog id="p14" onClose={nothing} />);
