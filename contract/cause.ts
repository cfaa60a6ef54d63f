/** What a notice, a strip or the dot of the bar is about: a screen says each cause once (renderer/parts/lines.ts). */

/** Signs of the bar go by the same keys: `receiver`, `relay`, `venue-ID`. */
export const CAUSE = {
  link: 'link',
  sound: 'sound',
  rush: 'rush',
  autoAccept: 'auto-accept',
  setUp: 'set-up',
  /** The page of a display can't keep its screen on. */
  awake: 'awake',
  /** It takes no orders, whoever wanted that. */
  offline: (venueId: string) => `offline/${venueId}`,
  /** Late or rejected orders that a pause would help against. */
  piledUp: (venueId: string) => `piled-up/${venueId}`,
  reconnect: (venueId: string) => `venue-${venueId}`,
} as const;

/** The ID of one of several notices with the same cause. */
export const noticeId = (cause: string, of: string): string => `${cause}#${of}`;

/** A notice whose ID names no cause is one of its own. */
export const causeOf = (id: string): string => id.split('#', 1)[0] ?? id;
