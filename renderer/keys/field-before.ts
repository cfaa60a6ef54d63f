/** A field's content before a scan, to restore it: codes don't belong there, and badges must not be readable. */

import { FIELD } from '../touch/guard.ts';

export interface FieldBefore {
  field: HTMLInputElement | HTMLTextAreaElement;
  value: string;
  start: number | null;
  end: number | null;
}

/** Null if the target isn't a text field. */
export function fieldBefore(target: EventTarget | null): FieldBefore | null {
  if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) || !target.matches(FIELD)) return null;
  const { value, selectionStart: start, selectionEnd: end } = target;
  return { field: target, value, start, end };
}

/** The text outside the selection, which typing replaces. */
export const textAround = ({ value, start, end }: FieldBefore): string =>
  start === null || end === null ? value : value.slice(0, start) + value.slice(end);

/** Restores the content with an input event. */
export function putBack({ field, value, start, end }: FieldBefore): void {
  if (!field.isConnected || field.value === value) return;
  // With React's own setter, React would ignore the event, as it knows the value.
  const kind = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  if (start !== null) field.setSelectionRange(start, end);
}
