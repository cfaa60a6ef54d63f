/** What notes tell of allergies, as screens show it: by the text as it is shown, or the marks would stand beside the words. */
import type { AllergyView } from '../../../contract/contract.ts';
import { allergiesIn, type FoundWord, LOOKED_AT, wordsAlone } from '../../orders/allergies/allergies-in.ts';
import { shown } from '../../orders/text/shown-text.ts';

/** `onCard`: as much of the note as there is room for. Words are told of all of it. */
export function noteAllergies(whole: string | null, onCard: string | null): AllergyView | null {
  if (!whole) return null;
  const found = allergiesIn(shown(looked(onCard ?? '')));
  const all = whole === onCard ? found : allergiesIn(whole);
  return viewOf(all.length > 0 ? all : found, found);
}

/** A choice may be one: "Allergies: nuts" is read as one sentence, "Allergies: none" is none. */
export function choiceAllergies(group: string, value: string): AllergyView | null {
  const [before, after] = [shown(looked(group)), shown(looked(value))];
  const lead = before.trim() === '' ? '' : `${before}: `;
  const found = allergiesIn(lead + after);
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
  return { words: wordsAlone(all), ranges: here.map(({ start, end }) => ({ start, end })) };
}
