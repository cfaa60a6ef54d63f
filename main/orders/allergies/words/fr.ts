/** French. */
import type { AllergyWords } from '../allergy-words.ts';

export const fr: AllergyWords = {
  says: `allergie, allergies, allergique, allergiques, allergic, alergie, alergies, alergique, alergiques, allérgie, allérgique, allergène*,
    allergene*, lallergie, dallergie, dallergies, nallergie, intolérance, intolérances, intolérant, intolérante, intolérants, intolérantes,
    hypersensible, hypersensibilité, anaphylactique, anaphylaxie, epipen, stylo adrénaline`,
  conditions: 'cœliaque, cœliaques, coeliaque, coeliaques, céliaque, céliaques, maladie coeliaque',
  cannot: `peux pas manger, peut pas manger, ne peux manger, ne peut manger, pouvons pas manger, supporte pas, supporte mal, tolère pas,
    interdit de manger, droit de manger, traces, trace, sensible, sensibilité, réaction, réactions, me rend malade, me rendent malade,
    contamination croisée, contamination`,
  allergens: `noix, fruits à coque, fruit à coque, fruits secs, noisette*, amande*, arachide*, cacahuète*, cacahouète*, noix de cajou, cajou, pistache*,
    pignon*, lait, laitage*, laitier*, laitiers, lactose, caséine, gluten, blé, froment, orge, seigle, œuf, œufs, oeuf, oeufs, soja, crustacé*,
    fruits de mer, crevette*, crabe*, homard*, langoustine*, langouste*, poisson*, sésame, tahini, moutarde*, céleri*, lupin*, mollusque*, moule,
    moules, huître*, palourde*, calamar*, calmar*, poulpe*, sulfite*`,
  asks: 'extra, plus, avec, ajouter, ajoutez, rajouter, supplément, double, beaucoup',
  without: 'enlever, enlevez, retirer, retirez, éviter, évitez, lieu de, place de',
  denies: 'pas, sans, aucune, aucun, aucunes, non, ni, jamais, personne n est, personne n a',
  subjects: `je, j, n, ai, avons, a, y, il, elle, on, nous, suis, sommes, est, sont, ici, c, ce, mon, ma, fils, fille, que, aussi, famille, enfants`,
  between: `d, de, une, un, l, la, à, connue, connues, alimentaire, alimentaires, particulière, particulières, autre, autres, des, vraiment, spéciale`,
  deniesAfter: 'néant, inexistantes',
  answers: 'aucune, aucun, non, pas, rien, néant, sans, pas de, ras, aucune connue',
  or: 'ou, ni',
  and: 'et',
  but: 'mais, seulement, uniquement, juste, que, sauf que, cependant',
  except: 'sauf, hormis, excepté, excepte, exception, hors, part',
  polite: 'merci, svp, stp, s il vous plaît, s il te plaît, alimentaire, alimentaires, connue, connues',
};
