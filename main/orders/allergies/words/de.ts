/** German. Compounds are one word: "Nussallergie", "Laktoseintoleranz". */
import type { AllergyWords } from '../allergy-words.ts';

export const de: AllergyWords = {
  says: `allergie, allergien, allergisch*, allergiker*, allergikerin*, *allergie, *allergien, *allergisch*, *allergiker*, alergie, alergien,
    alergisch*, alergiker*, *alergie, *alergiker*, allergi, unverträglichkeit*, unvertraeglichkeit*, *unverträglichkeit*,
    *unvertraeglichkeit*, intolerant*, intoleranz*, *intolerant*, *intoleranz*, überempfindlich*, ueberempfindlich*, anaphylaktisch*,
    anaphylaxie*, epipen`,
  conditions: 'zöliakie*, zoeliakie*, coeliakie*, zöliaki',
  cannot: `vertrage kein*, vertrage keine*, vertragen kein*, verträgt kein*, vertraegt kein*, vertrage, verträgt, vertragen, darf kein*,
    dürfen kein*, darf nicht, kann kein*, spuren, spur, empfindlich, reagiere, reagiert, reaktion, kontamination, kreuzkontamination`,
  allergens: `nuss, nüsse, nüssen, nuesse, nuessen, nussfrei, haselnuss, haselnüsse*, haselnuesse*, walnuss, walnüsse*, walnuesse*, erdnuss,
    erdnüsse*, erdnuesse*, erdnussbutter, schalenfrüchte*, mandel, mandeln, cashew*, pistazie*, milch, milchprodukt*, milcheiweiß*, kuhmilch,
    laktose, lactose, laktosefrei, gluten, glutenfrei, weizen*, roggen, gerste, dinkel, eier, eiern, hühnerei*, eiweiß, eigelb, soja*,
    krebstier*, krustentier*, schalentier*, meeresfrüchte*, meeresfruechte*, garnele*, krabbe, krabben, hummer, fisch, fische, fischen, sesam*,
    tahin*, senf*, sellerie*, lupine*, weichtier*, muschel*, austern, tintenfisch*, sulfit*, schwefeldioxid`,
  // Finnish "ei" is "no".
  ownAllergens: 'ei',
  asks: 'extra, mehr, mit, dazu, plus, doppelt*, viel, zusätzlich',
  without: 'frei, weglassen, verzichten, weg, raus',
  denies: `kein, keine, keinen, keiner, keinerlei, keines, keinem, nicht, ohne, nie, niemals, weder, nichts, niemand ist, niemand hat, keiner ist, keiner hat, niemand von uns ist, niemand von uns hat, keiner von uns ist, keiner von uns hat, niemand hier ist, keiner hier ist, niemand`,
  subjects: `ich, wir, er, sie, es, bin, sind, ist, habe, hab, haben, hat, gibt, also, hier, familie, kinder, kind, sohn, tochter, alle, uns, mit, gar, auch, sonst, dass, gegen, übrigens, zum glück, glück, liegen, selbst, gast, gäste`,
  between: `bekannten, bekannte, bekannt, irgendwelche, irgendwelchen, sonstigen, sonstige, weiteren, weitere, anderen, andere, besonderen, besondere, eine, einen, gegen, etwas, irgendwas, wirklich`,
  deniesAfter: '',
  answers: `keine, kein, nein, nicht, nö, nichts, keine bekannt, nicht bekannt, nicht vorhanden, entfällt, ohne, habe ich keine, habe ich nicht, haben wir keine, gibt es keine, gibt es nicht, liegen nicht vor, sind keine bekannt`,
  or: 'oder, noch, bzw',
  and: 'und, sowie',
  but: 'aber, sondern, nur, jedoch, allerdings, doch, als',
  except: 'außer, ausser, ausgenommen, ausnahme, abgesehen, bis auf',
  polite: 'bitte, danke, vielen dank, bekannt, vorhanden',
  others: 'allergiefrei*, hausallerlei, leipziger allerlei',
};
