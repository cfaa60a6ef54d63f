/** The form of the courier desk and its offer, kept while someone works on another screen. */
import { create } from 'zustand';
import type { CallOutput, DeliveryAddress, OfferView, Parcel } from '../../../contract/contract.ts';
import { majorUnits } from '../../parts/amounts.ts';

/** A parcel as it is typed: its value in the words of a person. */
export type TypedParcel = Omit<Parcel, 'value'> & { value: string };

/** What the price depends on. */
export interface Asked {
  /** Empty for the first venue. */
  venueId: string;
  street: string;
  city: string;
  postCode: string;
  lat: string;
  lon: string;
  at: string;
  minutes: string;
  parcels: TypedParcel[];
}

/** What the courier must know, and what the price does not depend on. */
interface Details {
  name: string;
  phone: string;
  email: string;
  orderNumber: string;
  comment: string;
  pickupComment: string;
  tip: string;
  cash: string;
  paysWith: string;
  noContact: boolean;
  handshake: boolean;
  handshakeSms: boolean;
  trackingSms: boolean;
}

/** `requestId`: new with each offer, so that a double touch orders one courier. */
type Offered = { offer: OfferView; venueId: string; requestId: string } | null;
interface Draft extends Asked, Details {
  /** Grows with each change of what the price depends on: an answer to an older question is no offer. */
  question: number;
  offered: Offered;
}

export const PARCEL: TypedParcel = {
  count: 1,
  description: '',
  grams: null,
  widthCm: null,
  heightCm: null,
  depthCm: null,
  value: '',
  alcohol: false,
};
const EMPTY: Draft = {
  venueId: '',
  street: '',
  city: '',
  postCode: '',
  lat: '',
  lon: '',
  at: '',
  minutes: '30',
  parcels: [PARCEL],
  name: '',
  phone: '',
  email: '',
  orderNumber: '',
  comment: '',
  pickupComment: '',
  tip: '',
  cash: '',
  paysWith: '',
  noContact: false,
  handshake: false,
  handshakeSms: true,
  trackingSms: true,
  question: 0,
  offered: null,
};

export const useDraft = create<Draft>(() => EMPTY);

/** What the price does not depend on. */
export const tell = (change: Partial<Details>) => useDraft.setState(change);
/** What it does: an offer for something else is no offer. */
export const askOther = (change: Partial<Asked>) =>
  useDraft.setState(({ question }) => ({ ...change, question: question + 1, offered: null }));
export const setOffered = (offered: Offered) => useDraft.setState({ offered });
/** For the next caller; the venue stays. */
export const clearDraft = () => useDraft.setState(({ venueId, question }) => ({ ...EMPTY, venueId, question: question + 1 }));

/** A parcel that is described anew costs the same; one of another size may not. */
export function changeParcel(place: number, change: Partial<TypedParcel>): void {
  const parcels = useDraft.getState().parcels.map((one, at) => (at === place ? { ...one, ...change } : one));
  const isSameSize = Object.keys(change).every((key) => key === 'description' || key === 'value');
  if (isSameSize) useDraft.setState({ parcels });
  else askOther({ parcels });
}

/** Fills everything in from a delivery that was asked for before. */
export function fillFrom(request: CallOutput<'courier.request'>): void {
  const { address, recipient, parcels, venueId, ...details } = request;
  const { street, city, postCode, place } = address;
  clearDraft();
  useDraft.setState({
    venueId,
    street: street ?? '',
    city: city ?? '',
    postCode: postCode ?? '',
    lat: place ? String(place.lat) : '',
    lon: place ? String(place.lon) : '',
    parcels: parcels.map(({ value, ...parcel }) => ({ ...parcel, value: majorText(value, details.minorDigits) })),
    name: recipient.name,
    phone: recipient.phone,
    email: recipient.email ?? '',
    orderNumber: details.orderNumber ?? '',
    comment: details.comment ?? '',
    pickupComment: details.pickupComment ?? '',
    tip: majorText(details.tip, details.minorDigits),
    noContact: details.isNoContact,
    handshake: details.handshake,
  });
}

/** The address as it was typed; what is no number is no place. */
export function addressOf({ street, city, postCode, lat, lon }: Asked): DeliveryAddress {
  const [north, east] = [Number(lat.replace(',', '.')), Number(lon.replace(',', '.'))];
  const isPlace = lat.trim() !== '' && lon.trim() !== '' && Math.abs(north) <= 90 && Math.abs(east) <= 180;
  const place = isPlace ? { lat: north, lon: east } : null;
  return { street: street.trim() || null, city: city.trim() || null, postCode: postCode.trim() || null, place };
}

const majorText = (minor: number | null, digits: number | null) => (minor === null ? '' : majorUnits(minor, digits));
