/** Characters no text on a screen may hold, listed independently of the code that removes them. */
export const MISLEADS =
  /(?!\n)[\p{Cc}\p{Cs}\p{Bidi_Control}\u{ad}\u{200b}\u{2028}\u{2029}\u{2060}-\u{2064}\u{feff}\u{fff9}-\u{fffb}\u{3164}\u{ffa0}]/u;
