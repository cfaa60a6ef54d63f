/** A picture of the venue's own, as its screens take it. */
export const MOST_PICTURE_BYTES = 500_000;
/** Of a side, pixels. */
export const MOST_PICTURE_SIDE = 2_000;
