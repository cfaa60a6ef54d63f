/** Finnish. Compounds are one word, and words have many endings: "maitoallergia", "pähkinäallergikko", "allergioita". */
import type { AllergyWords } from '../allergy-words.ts';

export const fi: AllergyWords = {
  // Not all that begins with "allergi": "Ei Allergie" is German for an allergy to egg.
  says: `allergia*, allergioi*, allerginen, allergise*, allergisi*, allergikko*, allergiko*, *allergia*, *allergioi*, *allerginen, *allergise*,
    *allergisi*, *allergikko*, *allergiko*, alergia*, alergioi*, alerginen, yliherkk*, yliherki*, *yliherkk*, intoleranssi*, *intoleranssi*,
    intolerantti*, anafylak*, anafylaktinen, epipen`,
  conditions: 'keliakia*, keliaakik*, keliakik*',
  cannot: `en voi syödä, ei voi syödä, emme voi syödä, en saa syödä, ei saa syödä, en siedä, ei siedä, en kestä, ei kestä, ei sovi, eivät sovi,
    jäämiä, jäämät, herkkä, herkkyys, saan oireita, saa oireita, reaktio*, pieniäkään määriä`,
  allergens: `pähkin*, hasselpähkin*, saksanpähkin*, maapähkin*, cashew*, manteli*, manteleita, maito, maidon, maitoa, maidolle, maidosta,
    maitotuot*, maitoproteiin*, laktoosi*, gluteeni*, vehnä*, vehnää, ohra*, ruis, rukiin, rukiille, kananmun*, muna, munan, munaa, munia,
    munalle, munille, muniin, soija*, äyriäi*, rapu, ravut, rapuja, ravulle, ravuille, katkarapu*, katkaravu*, kala, kalan, kalaa, kalalle,
    kaloja, kaloille, seesami*, sinappi*, sinapi*, selleri*, lupiini*, nilviäi*, simpukk*, simpuko*, osteri*, mustekala*, sulfiit*`,
  asks: 'extra, lisää, enemmän, kanssa, lisäksi, tupla*, paljon, runsaasti',
  without: 'pois, jätä, jättäkää, poista, poistakaa, vailla',
  denies: 'ei, eikä, eivät, ilman, en ole, en oo, emme ole, et ole, eivät ole, kenelläkään',
  subjects: `minä, me, meillä, minulla, mulla, hänellä, perheellä, perheessä, lapsella, lapsilla, kenelläkään, onneksi, siis, täällä, itse, muita, hän, kukaan, että`,
  between: `ole, oo, minulla, mulla, meillä, hänellä, mitään, muita, muuta, tiedossa, tunnettuja, erityisiä, ruoka aine, ruoka, ruokaine, aine,
    ainakaan, lainkaan, kenelläkään, kukaan, kuitenkaan, siis, varsinaisesti, millekään`,
  deniesAfter: '',
  answers: `ei, ei ole, ei oo, ei mitään, ei ole mitään, eipä, ei tiedossa, ei tunnettuja, ei minulla ole, ei meillä ole, puuttuu`,
  or: 'tai, eikä, taikka',
  and: 'ja, sekä',
  but: 'mutta, vaan, vain, ainoastaan, kuitenkin',
  except: 'paitsi, lukuun, kuin, lukuunottamatta',
  polite: 'kiitos, kiitti, kiitoksia, tiedossa, lainkaan',
  others: 'allergiaton, allergiattom*, allergiavapaa*',
};
