/** French. */
import type { AllergyWords } from '../allergy-words.ts';

export const fr: AllergyWords = {
  allergy: `allergie, allergies, allergique, allergiques, allergic, alergie, alergies, alergique, alergiques, allérgie, allérgique, allergène*,
    allergene*, lallergie, dallergie, dallergies, nallergie, intolérance, intolérances, intolérant, intolérante, intolérants, intolérantes,
    hypersensible, hypersensibilité, anaphylactique, anaphylaxie, epipen, stylo adrénaline`,
  conditions: 'cœliaque, cœliaques, coeliaque, coeliaques, céliaque, céliaques, maladie coeliaque',
  allergens: `noix, fruits à coque, fruit à coque, fruits secs, noisette*, amande*, arachide*, cacahuète*, cacahouète*, noix de cajou, cajou, pistache*,
    pignon*, lait, laitage*, laitier*, laitiers, lactose, caséine, gluten, sans blé, de blé, du blé, le blé, au blé, et blé, froment, orge, seigle, œuf, œufs, oeuf, oeufs, soja, crustacé*,
    fruits de mer, crevette*, crabe*, homard*, langoustine*, langouste*, poisson*, sésame, tahini, moutarde*, céleri*, lupin*, mollusque*, moule,
    moules, huître*, palourde*, calamar*, calmar*, poulpe*, sulfite*`,
  none: `pas d'allergie; pas d'allergies; aucune allergie; aucune allergie, merci; aucune allergie connue; sans allergie; sans allergies;
    je n'ai pas d'allergie; je n'ai pas d'allergies; je n'ai aucune allergie; je ne suis pas allergique; allergies: aucune;
    allergie: aucune; allergies: non`,
};
