import type { AllergyView } from '../../../contract/contract.ts';
import { allergiesIn, allergiesInChoice, type FoundWord, leadOf, listOf, MAX_SCANNED_CHARS } from '../../orders/allergies/allergies-in.ts';
import { shown } from '../../orders/text/shown-text.ts';

/** `onCard`: the note's part on the card; all of `whole` is searched. */
export function noteAllergies(whole: string | null, onCard: string | null): AllergyView | null {
  if (!whole) return null;
  const found = allergiesIn(shown(looked(onCard ?? '')));
  const all = whole === onCard ? found : allergiesIn(whole);
  return viewOf(all.length > 0 ? all : found, found);
}

/** Ranges are positions in the value. */
export function choiceAllergies(group: string, value: string): AllergyView | null {
  const [before, after] = [shown(looked(group)), shown(looked(value))];
  const lead = leadOf(before);
  const found = allergiesInChoice(before, after);
  const inValue = found.flatMap((one) =>
    one.start < lead.length ? [] : [{ ...one, start: one.start - lead.length, end: one.end - lead.length }],
  );
  return viewOf(found, inValue);
}

/** Limits the text that is cleaned for display. */
function looked(text: string): string {
  return text.slice(0, MAX_SCANNED_CHARS);
}

function viewOf(all: readonly FoundWord[], here: readonly FoundWord[]): AllergyView | null {
  if (all.length === 0) return null;
  return { words: listOf(all), ranges: here.map(({ start, end }) => ({ start, end })) };
}
