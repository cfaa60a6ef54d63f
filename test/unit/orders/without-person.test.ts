/** A stored order keeps no field by which its customer could be traced. */
import { expect, test } from 'vitest';
import { withoutPerson } from '../../../main/orders/without-person.ts';

const OF_A_PERSON = {
  consumer_name: 'Aino K',
  consumer_phone_number: '+358000000001',
  consumer_comment: 'Ring at the blue door',
  loyalty_card_number: 'LOYAL-4711',
  attribution_id: 'ATTR-0815',
  company_tax_id: 'FI12345678',
  company_name: 'Kokeilu Oy',
  company_address: 'Koekatu 12',
};

test.each(Object.entries(OF_A_PERSON))('%s becomes null, and the ordered items stay', (field, text) => {
  const order = {
    id: 'o',
    order_number: '7',
    items: [{ name: 'Soup', count: 2 }],
    basket_price: { total: { amount: 500, currency: 'EUR' } },
  };
  expect(withoutPerson({ ...order, [field]: text })).toEqual({ ...order, [field]: null });
  expect(withoutPerson(order)).toEqual(order);
});

test('the delivery address is removed too', () => {
  const delivery = { type: 'homedelivery', self_delivery: true, location: { street_address: 'Koekatu 12', coordinates: [24.9, 60.1] } };
  expect(withoutPerson({ id: 'o', delivery })).toEqual({ id: 'o', delivery: { ...delivery, location: null } });
});
