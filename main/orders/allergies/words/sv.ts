/** Swedish. Compounds are one word: "nötallergi". */
import type { AllergyWords } from '../allergy-words.ts';

export const sv: AllergyWords = {
  says: `allergi, allergin, allergier, allergierna, allergisk, allergiska, allergiskt, allergiker, allergikern, *allergi, *allergin, *allergier,
    *allergisk, *allergiska, *allergiker, alergi, alergier, alergisk, allergen*, överkänslig*, *överkänslig*, intolerans, intoleranser,
    intolerant, intoleranta, *intolerans, *intolerant, *intoleranta, anafylax*, anafylakt*, epipen`,
  conditions: 'celiaki, celiakin, celiakiker',
  cannot: `kan inte äta, får inte äta, kan ej äta, får ej äta, kan inte ha, tål inte, tål ej, tåler inte, spår av, spår, känslig för, känslig, reaktion,
    reaktioner, reagerar, blir sjuk av, korskontaminering, kontaminering`,
  allergens: `nötter, nötterna, hasselnöt*, valnöt*, jordnöt*, cashew*, mandel, mandlar, pistage*, pistasch*, mjölk*, laktos*, gluten*, vete, vetemjöl,
    råg, ägg, äggen, äggvita, äggula, soja*, skaldjur*, kräftdjur*, räka, räkor, räkorna, krabba, krabbor, hummer, kräftor, fisk, fisken, fiskar,
    sesam*, senap*, selleri*, lupin*, blötdjur*, mussla, musslor, ostron, bläckfisk*, sulfit*, mejeri*`,
  // Without its dots "nöt" is English "not".
  ownAllergens: 'nöt, korn',
  asks: 'extra, mer, med, plus, dubbel*, mycket',
  without: 'fri, fritt, undvik, ta bort, uteslut, istället',
  denies: `inga, ingen, inget, inte, ej, utan, icke, aldrig, varken, ingen är, ingen har, ingen av oss är, ingen av oss har`,
  subjects: 'jag, vi, har, är, finns, det, här, han, hon, de, son, dotter, alla, att, hen, också, barnen, familjen, som tur',
  between: `kända, känd, några, någon, något, andra, övriga, särskilda, speciella, mat, matrelaterade, egentligen, direkt, mot`,
  deniesAfter: '',
  answers: `inga, ingen, nej, nä, inget, inte, ej, saknas, inga kända, finns inga, finns ej, har jag inte, har jag inga, har vi inga, finns inte`,
  or: 'eller',
  and: 'och, samt',
  but: 'men, utan, bara, endast, enbart, dock',
  except: 'förutom, forutom, undantag, undantaget, än, utom',
  polite: 'tack, snälla, vänligen, kända',
  others: 'allergifri, allergifritt, allergifria',
};
