/** The courier desk's form and offer, kept across screens. */
import { create } from 'zustand';
import type { CallOutput, DeliveryAddress, OfferView, Parcel } from '../../../contract/contract.ts';
import { majorUnits } from '../../parts/amounts.ts';

export type TypedParcel = Omit<Parcel, 'value'> & { value: string };

export interface PriceInputs {
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

/** Details that don't affect the price. */
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

/** `requestId`: one per offer, so that a double tap orders one courier. */
type Offered = { offer: OfferView; venueId: string; requestId: string } | null;
interface Draft extends PriceInputs, Details {
  /** Counts changes of price inputs, so that outdated offers are dropped. */
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

export const setDetails = (change: Partial<Details>) => useDraft.setState(change);
/** Changes price inputs and drops the offer. */
export const setPriceInputs = (change: Partial<PriceInputs>) =>
  useDraft.setState(({ question }) => ({ ...change, question: question + 1, offered: null }));
export const setOffered = (offered: Offered) => useDraft.setState({ offered });
export const clearDraft = () => useDraft.setState(({ venueId, question }) => ({ ...EMPTY, venueId, question: question + 1 }));

/** A parcel's size may affect the price, its description and value don't. */
export function changeParcel(place: number, change: Partial<TypedParcel>): void {
  const parcels = useDraft.getState().parcels.map((one, at) => (at === place ? { ...one, ...change } : one));
  const isSameSize = Object.keys(change).every((key) => key === 'description' || key === 'value');
  if (isSameSize) useDraft.setState({ parcels });
  else setPriceInputs({ parcels });
}

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

/** The typed address; invalid coordinates give no place. */
export function addressOf({ street, city, postCode, lat, lon }: PriceInputs): DeliveryAddress {
  const [north, east] = [Number(lat.replace(',', '.')), Number(lon.replace(',', '.'))];
  const isPlace = lat.trim() !== '' && lon.trim() !== '' && Math.abs(north) <= 90 && Math.abs(east) <= 180;
  const place = isPlace ? { lat: north, lon: east } : null;
  return { street: street.trim() || null, city: city.trim() || null, postCode: postCode.trim() || null, place };
}

const majorText = (minor: number | null, digits: number | null) => (minor === null ? '' : majorUnits(minor, digits));
