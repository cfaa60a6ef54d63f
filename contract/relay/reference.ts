/**
 * Builds `merchant_order_reference_id` with the venue in it: two kinds of delivery events name no venue and arrive at one address of a
 * whole chain. Pure.
 */

const FORM = /^tb\.([\w-]{1,200})\.([\w-]{1,100})$/;
/** Longest reference that a relay accepts. The interface document sets no limit. */
const LONGEST = 200;

/** `id`: unique within the venue. Returns it alone if the venue's ID couldn't be parsed back. */
export function deliveryReference(venueId: string, id: string): string {
  const reference = `tb.${venueId}.${id}`;
  return FORM.test(reference) && reference.length <= LONGEST ? reference : id;
}

/** The ID in a reference; another form is returned unchanged. */
export function idOfReference(reference: string): string {
  return FORM.exec(reference)?.[2] ?? reference;
}

export function venueOfReference(reference: string): string | null {
  return FORM.exec(reference)?.[1] ?? null;
}
