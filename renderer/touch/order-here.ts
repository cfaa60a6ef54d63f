/** `number`: what stands on its card. */
export interface OrderHere {
  id: string;
  number: string;
}

/** The order that this element of the page belongs to. */
export function orderHere(on: Element | null | undefined): OrderHere | null {
  const { ofOrder, order } = on?.closest<HTMLElement>('[data-of-order]')?.dataset ?? {};
  return ofOrder !== undefined && order !== undefined ? { id: ofOrder, number: order } : null;
}
