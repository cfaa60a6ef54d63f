/** Spanish. */
import type { AllergyWords } from '../allergy-words.ts';

export const es: AllergyWords = {
  allergy: `alergia, alergias, alérgico, alérgica, alérgicos, alérgicas, alergico*, alergica*, alérjico, alérjica, alerjia, alerjias, allergia,
    allergico, allergica, alergeno*, alérgeno*, intolerancia, intolerancias, intolerante, intolerantes, intoleransia, hipersensibilidad,
    hipersensible, anafilaxia, anafiláctico, anafiláctica, epipen`,
  conditions: 'celíaco, celíaca, celíacos, celíacas, celiaquía, celiaquia',
  allergens: `nuez, nueces, frutos secos, fruto seco, avellana*, almendra*, cacahuete*, cacahuate*, maní, manises, anacardo*, pistacho*, piñon*,
    leche, lácteo*, láctea*, lactosa, caseína, gluten, trigo, cebada, centeno, huevo, huevos, soja, soya, marisco*, mariscos, crustáceo*, camarón,
    camarones, gamba, gambas, langostino*, langosta*, cangrejo*, pescado*, pez, sésamo, ajonjolí, mostaza, apio, altramuz, altramuces, molusco*,
    mejillón, mejillones, almeja*, sin ostras, calamar, calamares, pulpo, sulfito*`,
  // "Ostra" (oyster) is "spicy" in Polish and "east" in Swedish.
  ambiguous: 'ostra, ostras',
  none: `sin alergias; sin alergias, gracias; sin alergia; no tengo alergias; no tenemos alergias; no tengo ninguna alergia; ninguna
    alergia; sin alergias conocidas; no soy alérgico; no soy alérgica; alergias: ninguna; alergias: no; alergia: ninguna`,
};
