/** Unusable IDs are replaced by a synthetic ID. */

export const LONGEST_ID = 255;

/** Dot segments, percent-encoded or not: they would change the URL's path. */
export function isDots(part: string): boolean {
  return /^(?:\.|%(?:25)*2e){1,2}$/i.test(part);
}

const SYNTHETIC_ID = /^~[0-9a-f]{16}$/;

export function isUsableId(id: string): boolean {
  return id.length <= LONGEST_ID && !SYNTHETIC_ID.test(id) && !id.split(/[/\\]|%(?:25)*(?:2f|5c)/i).some(isDots);
}

/** Whether this ID was made here to replace an unusable one: the service can't be asked for this order. */
export function isSyntheticId(id: string): boolean {
  return SYNTHETIC_ID.test(id);
}
