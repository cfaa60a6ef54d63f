/** Compounds are one word: "Nussallergie", "Laktoseintoleranz". */
import type { AllergyWords } from '../allergy-words.ts';

export const de: AllergyWords = {
  allergy: `allergie, allergien, allergisch*, allergiker*, allergikerin*, *allergie, *allergien, *allergisch*, *allergiker*, alergie, alergien,
    alergisch*, alergiker*, *alergie, *alergiker*, allergi, unverträglichkeit*, unvertraeglichkeit*, *unverträglichkeit*,
    *unvertraeglichkeit*, intolerant*, intoleranz*, *intolerant*, *intoleranz*, überempfindlich*, ueberempfindlich*, anaphylaktisch*,
    anaphylaxie*, epipen`,
  conditions: 'zöliakie*, zoeliakie*, coeliakie*, zöliaki, ei allergie',
  allergens: `nuss, nüsse, nüssen, nuesse, nuessen, nussfrei, haselnuss, haselnüsse*, haselnuesse*, walnuss, walnüsse*, walnuesse*, erdnuss,
    erdnüsse*, erdnuesse*, erdnussbutter, schalenfrüchte*, mandel, mandeln, cashew*, pistazie*, milch, milchprodukt*, milcheiweiß*, kuhmilch,
    laktose, lactose, laktosefrei, gluten, glutenfrei, weizen*, roggen, gerste, dinkel, eier, eiern, kein ei, keinem ei, ohne ei, mit ei, und ei, oder ei, hühnerei*, eiweiß, eigelb, soja*,
    krebstier*, krustentier*, schalentier*, meeresfrüchte*, meeresfruechte*, garnele*, krabbe, krabben, hummer, fisch, fische, fischen, sesam*,
    tahin*, senf*, sellerie*, lupine*, weichtier*, muschel*, austern, tintenfisch*, sulfit*, schwefeldioxid`,
  // "Ei" (egg) is "no" in Finnish.
  ambiguous: 'ei',
  none: `keine Allergie; keine Allergien; keine Allergien, danke; keine Allergien bekannt; keine bekannten Allergien; ohne Allergien; ich
    habe keine Allergien; wir haben keine Allergien; ich bin nicht allergisch; keine Allergien oder Unverträglichkeiten;
    Allergien: keine; Allergie: keine; Allergien: nein`,
};
