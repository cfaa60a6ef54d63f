/** Stems common to many languages, for forms that no list has. */
import type { AllergyWords } from '../allergy-words.ts';

export const any: Partial<AllergyWords> = {
  allergy: `allerg*, *allerg*, alerg*, *alerg*, anaphyla*, anafyla*, anafila*, intoleran*, *intoleran*, intolleran*, epipen*, epi pen,
    алерг*, *алерг*, аллерг*, *аллерг*, αλλεργ*, αλεργ*, ალერგ*`,
  conditions: 'celiac*, coeliac*, celiaq*, coeliaq*',
  // The name of a pharmaceutical company.
  lookalikes: 'allergan',
};
