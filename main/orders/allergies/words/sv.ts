/** Compounds are one word: "nötallergi". */
import type { AllergyWords } from '../allergy-words.ts';

export const sv: AllergyWords = {
  allergy: `allergi, allergin, allergier, allergierna, allergisk, allergiska, allergiskt, allergiker, allergikern, *allergi, *allergin, *allergier,
    *allergisk, *allergiska, *allergiker, alergi, alergier, alergisk, allergen*, överkänslig*, *överkänslig*, intolerans, intoleranser,
    intolerant, intoleranta, *intolerans, *intolerant, *intoleranta, anafylax*, anafylakt*, epipen`,
  conditions: 'celiaki, celiakin, celiakiker, nöt allergi',
  allergens: `nötter, nötterna, utan nöt, hasselnöt*, valnöt*, jordnöt*, cashew*, mandel, mandlar, pistage*, pistasch*, mjölk*, laktos*, gluten*, vete, vetemjöl,
    råg, ägg, äggen, äggvita, äggula, soja*, skaldjur*, kräftdjur*, utan räka, räkor, räkorna, krabba, krabbor, hummer, kräftor, fisk, fisken, fiskar,
    sesam*, senap*, selleri*, lupin*, blötdjur*, mussla, musslor, ostron, bläckfisk*, sulfit*, mejeri*`,
  // "Korn" is any grain; without accents, "räka" (shrimp) is "raka", straight.
  ambiguous: 'korn, räka',
  none: `inga allergier; inga allergier, tack; ingen allergi; inga kända allergier; utan allergier; jag har inga allergier; vi har inga
    allergier; jag är inte allergisk; ej allergisk; inte allergisk; allergier: inga; allergier: nej`,
};
