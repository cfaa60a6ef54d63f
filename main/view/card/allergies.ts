/** Allergy words in notes and options, as positions in the text as it is shown, so that marks match it. */
import type { AllergyView } from '../../../contract/contract.ts';
import { allergiesIn, allergiesInChoice, type FoundWord, LOOKED_AT, leadOf, listOf } from '../../orders/allergies/allergies-in.ts';
import { shown } from '../../orders/text/shown-text.ts';

/** `onCard`: the part of the note that fits on the card. Words are found in all of it. */
export function noteAllergies(whole: string | null, onCard: string | null): AllergyView | null {
  if (!whole) return null;
  const found = allergiesIn(shown(looked(onCard ?? '')));
  const all = whole === onCard ? found : allergiesIn(whole);
  return viewOf(all.length > 0 ? all : found, found);
}

/** The words of a choice are marked in its value. */
export function choiceAllergies(group: string, value: string): AllergyView | null {
  const [before, after] = [shown(looked(group)), shown(looked(value))];
  const lead = leadOf(before);
  const found = allergiesInChoice(before, after);
  const inValue = found.flatMap((one) =>
    one.start < lead.length ? [] : [{ ...one, start: one.start - lead.length, end: one.end - lead.length }],
  );
  return viewOf(found, inValue);
}

/** No more is made ready to be shown than is looked at. */
function looked(text: string): string {
  return text.slice(0, LOOKED_AT);
}

function viewOf(all: readonly FoundWord[], here: readonly FoundWord[]): AllergyView | null {
  if (all.length === 0) return null;
  return { words: listOf(all), ranges: here.map(({ start, end }) => ({ start, end })) };
}
