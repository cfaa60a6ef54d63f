/** What makes an offer for an address binding (section 4.4). Pure. */
import type { DeliveryAddress } from '../../../contract/contract.ts';

export type AddressKind = 'none' | 'not-binding' | 'binding-with-risk' | 'binding';

export function addressKind({ street, city, postCode, place }: DeliveryAddress): AddressKind {
  if (street && (city || postCode)) return city && postCode && place ? 'binding' : 'binding-with-risk';
  return city || postCode || place ? 'not-binding' : 'none';
}

/** What an address lacks for a binding offer without risk. */
export type Missing = 'place' | 'city' | 'postCode' | 'cityOnly' | 'postCodeOnly';

export function missingOf({ city, postCode, place }: DeliveryAddress): Missing {
  if (place) return city ? 'postCodeOnly' : 'cityOnly';
  return !city ? 'city' : !postCode ? 'postCode' : 'place';
}
