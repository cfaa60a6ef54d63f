/** English. */
import type { AllergyWords } from '../allergy-words.ts';

export const en: AllergyWords = {
  says: `allergy, allergies, allergys, allergic, allergics, allergick, alergy, alergies, alergic, alergick, allegic, allegy, alllergic, alllergy,
    intolerant, intolerance, intolerances, intolerent, intolerence, intollerant, intollerance, hypersensitive, hypersensitivity,
    anaphylactic, anaphylaxis, epipen, epipens, epi pen`,
  conditions: 'celiac, celiacs, coeliac, coeliacs, caeliac',
  cannot: `cannot eat, can t eat, cant eat, can not eat, cannot have, can t have, cant have, can not have, cannot tolerate, can t tolerate,
    cannot consume, must not eat, mustn t eat, unable to eat, not able to eat, not allowed to eat, traces, trace, sensitive, sensitivity,
    sensitivities, reaction, reactions, react, reacts, make me sick, makes me sick, cross contamination, cross contact`,
  allergens: `nut, nuts, tree nut*, treenut*, pine nut*, brazil nut*, hazelnut*, almond*, walnut*, cashew*, pecan*, pistachio*, macadamia*,
    peanut*, groundnut*, milk, dairy, lactose, casein, whey, gluten, wheat, barley, egg, eggs, egg white*, egg yolk*, soya, soybean*, soy sauce, soy milk,
    shellfish, shell fish, crustacean*, shrimp*, prawn*, crab, crabs, lobster*, crayfish, fish, seafood, sea food, sesame, tahini, mustard,
    celery, celeriac, lupin*, mollusc*, mollusk*, mussel*, clam, clams, oyster*, scallop*, squid, octopus, calamari, sulphite*, sulfite*`,
  // "Soy" is Spanish for "I am".
  ownAllergens: 'soy',
  asks: 'extra, more, add, with, plus, double, additional, want, love',
  without: 'free, avoid, leave out, hold, remove, skip, exclude, instead of',
  denies: `no, not, non, without, none, never, nobody, no one, neither, nor, zero, don t, dont, doesn t, doesnt, isn t, isnt, aren t, arent, haven t, havent, ain t, nobody is, nobody here is, nobody has, no one is, no one here is, no one has, none of us is, none of us are, none of us have, don t have, dont have, do not have, does not have, doesn t have, doesnt have, not have, haven t got, have not got, never had, not aware of, no one in the family is, nobody in the family is`,
  subjects: `i, we, he, she, they, it, you, am, is, are, was, m, s, re, ve, have, has, had, got, there, do, does, did, with, my, our, here, guests, family, kids, children, everyone, all, of, us, know, also, note, that, fyi, so, luckily`,
  between: 'any, known, food, a, an, other, particular, special, specific, dietary, really, actually',
  deniesAfter: '',
  answers: 'none, no, nope, nil, zero, nothing, none known, none at all, not any, not applicable, na',
  or: 'or, nor',
  and: 'and',
  but: 'but, only, just, however, than, though, although, yet',
  except: 'except, excluding, apart, aside, besides, unless',
  polite: 'please, pls, thanks, thank, thx, cheers, here, known, whatsoever, at all, that i know of, to report',
};
