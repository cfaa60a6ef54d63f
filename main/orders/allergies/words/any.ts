/** Stems that are alike in many languages: what no list knows in this form. */
import type { AllergyWords } from '../allergy-words.ts';

export const any: Partial<AllergyWords> = {
  allergy: `allerg*, *allerg*, alerg*, *alerg*, anaphyla*, anafyla*, anafila*, intoleran*, *intoleran*, intolleran*, epipen*, epi pen,
    алерг*, *алерг*, аллерг*, *аллерг*, αλλεργ*, αλεργ*, ალერგ*`,
  conditions: 'celiac*, coeliac*, celiaq*, coeliaq*',
  // A maker of medicines.
  lookalikes: 'allergan',
};
