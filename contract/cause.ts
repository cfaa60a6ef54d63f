/** Causes of notices, strips and status signs: a screen shows each cause once (renderer/parts/lines.ts). */

/** Signs of the status bar use the same keys: `receiver`, `relay`, `venue-ID`. */
export const CAUSE = {
  link: 'link',
  sound: 'sound',
  rush: 'rush',
  autoAccept: 'auto-accept',
  setUp: 'set-up',
  /** A display's page can't keep its screen on. */
  awake: 'awake',
  offline: (venueId: string) => `offline/${venueId}`,
  /** Late or rejected orders that a pause would help against. */
  piledUp: (venueId: string) => `piled-up/${venueId}`,
  reconnect: (venueId: string) => `venue-${venueId}`,
} as const;

/** ID for one of several notices with the same cause. */
export const noticeId = (cause: string, of: string): string => `${cause}#${of}`;

/** An ID without `#` is its own cause. */
export const causeOf = (id: string): string => id.split('#', 1)[0] ?? id;
