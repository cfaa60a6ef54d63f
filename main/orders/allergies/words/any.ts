/** Stems that are alike in many languages. What no list knows in this form is in no language, and nothing denies it: in doubt it is an allergy. */
import type { AllergyWords } from '../allergy-words.ts';

export const any: Partial<AllergyWords> = {
  says: `allerg*, *allerg*, alerg*, *alerg*, anaphyla*, anafyla*, anafila*, intoleran*, *intoleran*, intolleran*, epipen*, epi pen,
    алерг*, *алерг*, аллерг*, *аллерг*, αλλεργ*, αλεργ*, ალერგ*`,
  conditions: 'celiac*, coeliac*, celiaq*, coeliaq*',
  answers: '0, none, nil, n a, na',
  // Names that are no allergies: an airport, a maker of medicines.
  others: 'allergan',
};
