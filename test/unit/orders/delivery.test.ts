/** Couriers on demand: binding addresses, courier position, delivery areas, and events of any shape. */
import { describe, expect, it } from 'vitest';
import {
  addressKind,
  amountAsSent,
  isInside,
  metresBetween,
  parseAreas,
  parseAvailableVenues,
  parseDelivery,
  parseDeliveryEvent,
  parsePromise,
  placeOf,
  priceUnitBy,
} from '../../../main/orders/couriers/delivery.ts';

const MINOR = priceUnitBy({ delivery_price_unit: 'minor', currency_digits: {} });
const MAJOR = priceUnitBy({ delivery_price_unit: 'major', currency_digits: {} });
const NOWHERE = { street: null, city: null, postCode: null, place: null };
const WHOLE = { street: 'Harbour street 5', city: 'Helsinki', postCode: '00100', place: { lat: 60.17, lon: 24.94 } };

describe('an address', () => {
  it.each([
    [WHOLE, 'binding'],
    [{ ...WHOLE, place: null }, 'binding-with-risk'],
    [{ ...WHOLE, place: null, postCode: null }, 'binding-with-risk'],
    [{ ...WHOLE, place: null, city: null }, 'binding-with-risk'],
    [{ ...NOWHERE, postCode: '00100' }, 'not-binding'],
    [{ ...NOWHERE, city: 'Helsinki' }, 'not-binding'],
    [{ ...NOWHERE, place: WHOLE.place }, 'not-binding'],
    [NOWHERE, 'none'],
  ] as const)('%o is %s', (address, kind) => expect(addressKind(address)).toBe(kind));
});

describe("the courier's place", () => {
  it('in meters of EPSG:3857 is converted to degrees: known points', () => {
    // Helsinki's railway station, the equator at 180 degrees, Cape Town.
    expect(placeOf({ lat: 8_437_664.6, lon: 2_776_497.1 })).toEqual({ lat: expect.closeTo(60.171, 2), lon: expect.closeTo(24.9415, 3) });
    expect(placeOf({ lat: 0, lon: 20_037_508.34 })).toEqual({ lat: expect.closeTo(0, 6), lon: expect.closeTo(180, 5) });
    expect(placeOf({ lat: -4_017_518.9, lon: 2_051_163.5 })?.lat).toBeCloseTo(-33.92, 1);
  });

  it('in plain degrees stays unchanged', () => {
    expect(placeOf({ lat: 60.1719, lon: 24.9414 })).toEqual({ lat: 60.1719, lon: 24.9414 });
  });

  it('outside the globe is ignored', () => {
    expect(placeOf({ lat: 8e9, lon: 9e9 })).toBeNull();
    expect(placeOf({ lat: '60', lon: 24 })).toBeNull();
    expect(placeOf(null)).toBeNull();
  });
});

describe('what the service sends', () => {
  it("a promise without a binding flag doesn't bind", () => {
    expect(parsePromise({ id: 'p' }, MINOR)).toMatchObject({ id: 'p', isBinding: false, price: null, validUntil: null });
    expect(parsePromise({}, MINOR)).toBeNull();
  });

  it('a price is in minor units unless the setting says major', () => {
    const body = { id: 'p', price: { amount: 4.9, currency: 'EUR' } };
    expect(parsePromise(body, MAJOR)?.price).toEqual({ amount: 490, currency: 'EUR' });
    expect(parsePromise({ ...body, price: { amount: 490, currency: 'EUR' } }, MINOR)?.price?.amount).toBe(490);
  });

  it("a delivery without the service's order reference is invalid", () => {
    expect(parseDelivery({ id: 'd' }, MINOR)).toBeNull();
    const delivery = parseDelivery({ service_order_reference_id: 'r', tracking: { url: 'https://t.test' } }, MINOR);
    expect(delivery).toMatchObject({ reference: 'r', trackingUrl: 'https://t.test', status: null });
  });

  it('an event of an unknown type with half of its fields is still an event', () => {
    const unknown = parseDeliveryEvent({ type: 'order.teleported', details: { id: 'e' } }, MINOR);
    expect(unknown).toMatchObject({ id: 'e', type: 'order.teleported', reference: null });
    expect(parseDeliveryEvent({ type: 'order.received' }, MINOR)).toBeNull();
    expect(parseDeliveryEvent(7, MINOR)).toBeNull();
    expect(parseDeliveryEvent({ type: 'order.handshake_delivery', details: { id: 'e', pin_code: 42 } }, MINOR)?.pinCode).toBe('42');
  });

  it("an event's price is in the same units as other delivery prices", () => {
    const event = { type: 'order.received', details: { id: 'e', price: { amount: 7.5, currency: 'EUR' } } };
    expect(parseDeliveryEvent(event, MAJOR)?.price).toEqual({ amount: 750, currency: 'EUR' });
    expect(amountAsSent(750, MAJOR, 'EUR')).toBe(7.5);
    expect(amountAsSent(750, MINOR, 'EUR')).toBe(750);
  });

  it("a price in major units is converted by its currency's decimals", () => {
    for (const [currency, major, minor] of [
      ['JPY', 980, 980],
      ['KWD', 1.25, 1_250],
      ['HUF', 4_590, 459_000],
    ] as const) {
      const event = { type: 'order.received', details: { id: 'e', price: { amount: major, currency } } };
      expect(parseDeliveryEvent(event, MAJOR)?.price).toEqual({ amount: minor, currency });
      expect(amountAsSent(minor, MAJOR, currency)).toBe(major);
    }
    const reported = priceUnitBy({ delivery_price_unit: 'major', currency_digits: { HUF: 0 } });
    expect(amountAsSent(4_590, reported, 'HUF')).toBe(4_590);
  });

  it('the distance between two cities matches maps', () => {
    // From Helsinki's railway station to Tampere's.
    expect(metresBetween({ lat: 60.1719, lon: 24.9414 }, { lat: 61.4986, lon: 23.7735 }) / 1_000).toBeCloseTo(161, -1);
  });

  it('venues near an address are read; entries without a venue ID are dropped', () => {
    const fee = { amount: 490, currency: 'EUR' };
    const near = { pickup: { venue_id: 'v', name: [{ lang: 'fi', value: 'Satama' }] }, fee, pre_estimate: {} };
    const minutes = { pickupMinutes: null, totalMinutes: { min: null, mean: null, max: null } };
    expect(parseAvailableVenues([near, { pickup: {} }, 7], MINOR)).toEqual([
      { venueId: 'v', names: [{ language: 'fi', name: 'Satama' }], fee, ...minutes },
    ]);
    expect(parseAvailableVenues({}, MINOR)).toEqual([]);
  });

  it('a delivery area contains the points inside its ring and no others', () => {
    const square = [
      [24, 60],
      [25, 60],
      [25, 61],
      [24, 61],
      [24, 60],
    ];
    const [area] = parseAreas({ delivery_areas: { Town: { type: 'Polygon', coordinates: [square] }, Broken: { coordinates: [[1]] } } });
    expect(area?.name).toBe('Town');
    const at = (lat: number, lon: number) => isInside({ lat, lon }, area?.ring ?? []);
    expect([at(60.5, 24.5), at(60.5, 25.5), at(59.9, 24.5)]).toEqual([true, false, false]);
  });
});
