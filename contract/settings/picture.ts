/** Limits of the venue's own pictures on screens. */
export const MOST_PICTURE_BYTES = 500_000;
/** Per side, pixels. */
export const MOST_PICTURE_SIDE = 2_000;
