/** The ids by which the service calls orders, as far as they can be used: what is told of by another is shown under a stand-in. */

/** Longer ones no screen may name, and so none is taken. */
export const LONGEST_ID = 255;

/** Alone between two slashes of an address, in percent signs or not, these lead to another one. */
export function isDots(part: string): boolean {
  return /^(?:\.|%(?:25)*2e){1,2}$/i.test(part);
}

const SYNTHETIC_ID = /^~[0-9a-f]{16}$/;

/** Whether an order can be asked for, kept and named by it. */
export function isUsableId(id: string): boolean {
  return id.length <= LONGEST_ID && !SYNTHETIC_ID.test(id) && !id.split(/[/\\]|%(?:25)*(?:2f|5c)/i).some(isDots);
}

/** Whether it stands for an id that could not be used, and nothing can be asked for by it. */
export function isSyntheticId(id: string): boolean {
  return SYNTHETIC_ID.test(id);
}
