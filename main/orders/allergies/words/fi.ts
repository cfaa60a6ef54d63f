/** Compounds and endings: "maitoallergia", "pähkinäallergikko", "allergioita". */
import type { AllergyWords } from '../allergy-words.ts';

export const fi: AllergyWords = {
  // Not "allergi*": "Ei Allergie" is German for an egg allergy.
  allergy: `allergia*, allergioi*, allerginen, allergise*, allergisi*, allergikko*, allergiko*, *allergia*, *allergioi*, *allerginen, *allergise*,
    *allergisi*, *allergikko*, *allergiko*, alergia*, alergioi*, alerginen, yliherkk*, yliherki*, *yliherkk*, intoleranssi*, *intoleranssi*,
    intolerantti*, anafylak*, anafylaktinen, epipen`,
  conditions: 'keliakia*, keliaakik*, keliakik*',
  allergens: `pähkin*, hasselpähkin*, saksanpähkin*, maapähkin*, cashew*, manteli*, manteleita, maito, maidon, maitoa, maidolle, maidosta,
    maitotuot*, maitoproteiin*, laktoosi*, gluteeni*, vehnä*, vehnää, ohra*, ruis, rukiin, rukiille, kananmun*, muna, munan, munaa, munia,
    munalle, munille, muniin, soija*, äyriäi*, rapu, ravut, rapuja, ravulle, ravuille, katkarapu*, katkaravu*, kala, kalan, kalaa, kalalle,
    kaloja, kaloille, seesami*, sinappi*, sinapi*, selleri*, lupiini*, nilviäi*, simpukk*, simpuko*, osteri, osterit, ostereita, ostereille, mustekala*, sulfiit*`,
  none: `ei allergiaa; ei allergioita; ei allergioita, kiitos; ei ole allergioita; ei mitään allergioita; ei ruoka-aineallergioita; minulla
    ei ole allergioita; meillä ei ole allergioita; en ole allerginen; ei allergioita tai yliherkkyyksiä; allergiat: ei; allergiat:
    ei ole; allergia: ei`,
};
