import { type DeliveryView, message, type OfferView } from '../../../contract/contract.ts';
import { at, euros } from './at.ts';

const HERE = { lat: 60.168, lon: 24.931 };

const delivery = (id: string, over: Partial<DeliveryView> = {}): DeliveryView => ({
  id,
  orderNumber: id.toUpperCase(),
  recipient: 'Mia N',
  address: 'Market street 8, Helsinki',
  state: 'coming',
  text: message('courier.onTheWay'),
  trouble: null,
  price: euros(690),
  pickupEta: at(420),
  pickupEtaBefore: null,
  dropoffEta: { min: at(1_500), max: at(1_900) },
  trackingUrl: 'https://track.example.test/p11',
  pinCode: '4711',
  scheduledTime: null,
  completedAt: null,
  reason: null,
  newsAt: at(-60),
  isFetched: false,
  from: HERE,
  dropoff: { lat: 60.179, lon: 24.95 },
  courierAt: { lat: 60.171, lon: 24.936 },
  metresLeft: null,
  mayCancel: true,
  mayClose: false,
  over: false,
  createdAt: at(-600),
  ...over,
});

const over = { over: true, mayCancel: false, pickupEta: null, courierAt: null, trackingUrl: null, pinCode: null } as const;

export const deliveries = (): DeliveryView[] => [
  delivery('p11'),
  delivery('p12', { pickupEta: at(-900), pickupEtaBefore: at(-1_500) }),
  delivery('p13', {
    isFetched: true,
    metresLeft: 1_400,
    text: message('courier.onWayToCustomer'),
    mayCancel: false,
  }),
  delivery('p14', {
    state: 'uncertain',
    text: message('courier.mayHaveBeenOrdered'),
    trouble: { text: message('courier.askSupportFirst') },
    mayClose: true,
    mayCancel: false,
    trackingUrl: null,
    pinCode: null,
  }),
  delivery('p15', {
    scheduledTime: at(7_200),
    text: message('courier.finding'),
    pickupEta: null,
    courierAt: null,
  }),
  delivery('p16', { ...over, state: 'delivered', text: message('courier.delivered'), completedAt: at(-300) }),
  delivery('p17', { ...over, state: 'rejected', text: message('courier.cancelledByService'), reason: 'NO_COURIER' }),
];

export const offer = (over: Partial<OfferView> = {}): OfferView => ({
  id: 'offer',
  isBinding: true,
  validUntil: at(500),
  price: euros(690),
  pickupMinutes: 14,
  dropoffMinutes: 32,
  scheduledTime: null,
  address: 'Market street 8, Helsinki',
  place: { lat: 60.175, lon: 24.945 },
  from: HERE,
  isServed: true,
  isEstimate: false,
  ...over,
});

export const AREAS = {
  areas: [
    {
      name: 'Centre',
      ring: [
        { lat: 60.16, lon: 24.91 },
        { lat: 60.185, lon: 24.915 },
        { lat: 60.19, lon: 24.96 },
        { lat: 60.165, lon: 24.965 },
      ],
    },
  ],
  radiusMetres: 1_200,
};
