/**
 * The reference that a counter gives a courier's delivery as `merchant_order_reference_id`, with its venue in front: two kinds of delivery
 * events name no venue, and come to the one address of a whole chain. Pure.
 */

const FORM = /^tb\.([\w-]{1,200})\.([\w-]{1,100})$/;
/** A relay reads no longer one. The interface document names no limit. */
const LONGEST = 200;

/** `id`: what tells it apart from the venue's other deliveries. The id alone for a venue whose id could not be read back. */
export function deliveryReference(venueId: string, id: string): string {
  const reference = `tb.${venueId}.${id}`;
  return FORM.test(reference) && reference.length <= LONGEST ? reference : id;
}

/** The id that a reference was made of; one of another form is its own. */
export function idOfReference(reference: string): string {
  return FORM.exec(reference)?.[2] ?? reference;
}

/** Null for a reference that is not of this form. */
export function venueOfReference(reference: string): string | null {
  return FORM.exec(reference)?.[1] ?? null;
}
