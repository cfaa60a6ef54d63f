/** Causes of problems: screens show each cause once (renderer/parts/lines.ts). */

/** Entries of the status bar have keys of the same form: `receiver`, `relay`, `venue-ID`. */
export const CAUSE = {
  link: 'link',
  sound: 'sound',
  rush: 'rush',
  autoAccept: 'auto-accept',
  support: 'support',
  unheard: 'unheard',
  setUp: 'set-up',
  /** A display's page can't keep its screen on. */
  awake: 'awake',
  offline: (venueId: string) => `offline/${venueId}`,
  /** Orders are late or rejected because too many came in; pausing the venue would help. */
  piledUp: (venueId: string) => `piled-up/${venueId}`,
  reconnect: (venueId: string) => `venue-${venueId}`,
} as const;

/** `of` separates several notices with the same cause. */
export const noticeId = (cause: string, of: string): string => `${cause}#${of}`;

/** The cause in a notice's ID. An ID without `#` is its own cause. */
export const causeOf = (id: string): string => id.split('#', 1)[0] ?? id;
