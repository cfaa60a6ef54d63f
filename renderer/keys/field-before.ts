/** What a field held before a scanner typed into it: a scanned code doesn't belong in a field, and a badge must not be readable. */

import { FIELD } from '../touch/guard.ts';

export interface FieldBefore {
  field: HTMLInputElement | HTMLTextAreaElement;
  value: string;
  start: number | null;
  end: number | null;
}

/** Null where nothing is written into. */
export function fieldBefore(target: EventTarget | null): FieldBefore | null {
  if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) || !target.matches(FIELD)) return null;
  const { value, selectionStart: start, selectionEnd: end } = target;
  return { field: target, value, start, end };
}

/** What stays there whatever is typed now: what is selected does not. */
export const textAround = ({ value, start, end }: FieldBefore): string =>
  start === null || end === null ? value : value.slice(0, start) + value.slice(end);

/** Puts it back, as if it had been typed: whoever follows the field hears of it. */
export function putBack({ field, value, start, end }: FieldBefore): void {
  if (!field.isConnected || field.value === value) return;
  // The field's own setter is React's, which would take this for what it knows already.
  const kind = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  if (start !== null) field.setSelectionRange(start, end);
}
