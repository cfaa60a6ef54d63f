/** Compounds are one word: "notenallergie". */
import type { AllergyWords } from '../allergy-words.ts';

export const nl: AllergyWords = {
  allergy: `allergie, allergieën, allergieen, allergisch, allergische, allergies, allergiën, *allergie, *allergieën, *allergisch, *allergische,
    alergie, alergieën, alergisch, *alergie, allergeen, allergenen, intolerantie, intoleranties, intolerant, *intolerantie, *intolerant,
    overgevoelig, overgevoeligheid, anafylax*, anafylact*, epipen`,
  conditions: 'coeliakie, coeliakiepatiënt, glutenallergie',
  allergens: `nootjes, geen noten, zonder noten, en noten, of noten, hazelnoot, hazelnoten, walnoot, walnoten, cashewnoot, cashewnoten, amandel, amandelen, pinda*, pistache*, pijnboompit*, melk,
    koemelk, melkeiwit*, melkproduct*, zuivel*, lactose*, gluten*, tarwe*, gerst, rogge, eieren, geen ei, zonder ei, en ei, of ei, kippenei*, eiwit, eigeel, soja*, schaaldier*,
    schelpdier*, garnaal, garnalen, krab, kreeft, zeevruchten, vissen, geen vis, zonder vis, en vis, of vis, sesam*, mosterd*, selderij*, selder, lupine*, weekdier*, mossel*,
    oester*, inktvis*, sulfiet*`,
  // "Noten" are musical notes, "ei" is Finnish "no".
  ambiguous: 'noot, noten, ei, vis',
  none: `geen allergie; geen allergieën; geen allergieën, bedankt; geen bekende allergieën; zonder allergieën; ik heb geen allergieën; wij
    hebben geen allergieën; we hebben geen allergieën; ik ben niet allergisch; allergieën: geen; allergie: geen; allergieën: nee`,
};
