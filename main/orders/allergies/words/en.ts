/** English. */
import type { AllergyWords } from '../allergy-words.ts';

export const en: AllergyWords = {
  allergy: `allergy, allergies, allergys, allergic, allergics, allergick, alergy, alergies, alergic, alergick, allegic, allegy, alllergic, alllergy,
    intolerant, intolerance, intolerances, intolerent, intolerence, intollerant, intollerance, hypersensitive, hypersensitivity,
    anaphylactic, anaphylaxis, epipen, epipens, epi pen`,
  conditions: 'celiac, celiacs, coeliac, coeliacs, caeliac',
  allergens: `nut, nuts, tree nut*, treenut*, pine nut*, brazil nut*, hazelnut*, almond*, walnut*, cashew*, pecan*, pistachio*, macadamia*,
    peanut*, groundnut*, milk, dairy, lactose*, casein, whey, gluten*, wheat, barley, egg, eggs, egg white*, egg yolk*, soya, soybean*, soy sauce, soy milk, no soy, without soy, soy free, and soy, or soy,
    shellfish, shell fish, crustacean*, shrimp*, prawn, prawns, king prawn*, tiger prawn*, crab, crabs, lobster*, crayfish, fish, seafood, sea food, sesame, tahini, mustard,
    celery, celeriac, lupin*, mollusc*, mollusk*, mussel*, clam, clams, oyster*, scallop*, squid, octopus, calamari, sulphite*, sulfite*`,
  // "Soy" is Spanish for "I am".
  ambiguous: 'soy',
  none: `no allergy; no allergies; no allergies please; no allergies here; no known allergies; no food allergies; no known food allergies;
    no allergies, thanks; no allergies, thank you; I have no allergies; we have no allergies; I don't have any allergies; we don't
    have any allergies; I am not allergic; I'm not allergic to anything; no allergies or intolerances; allergies: none; allergies:
    no; allergy: none; food allergies: none; any allergies: no; any allergies: none`,
};
