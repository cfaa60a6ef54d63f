/** Italian. */
import type { AllergyWords } from '../allergy-words.ts';

export const it: AllergyWords = {
  allergy: `allergia, allergie, allergico, allergica, allergici, allergiche, alergia, alergie, alergico, alergica, alergici, alergiche, allergene,
    allergeni, lallergia, dallergia, intolleranza, intolleranze, intollerante, intolleranti, intoleranza, intolerante, ipersensibil*, anafilassi,
    anafilattico, anafilattica, epipen`,
  conditions: 'celiaco, celiaca, celiaci, celiache, celiachia',
  allergens: `nocciola, nocciole, frutta secca, frutta a guscio, mandorl*, arachid*, anacardi, anacardo, pistacchi*, pinoli, latticini, senza latte, niente latte, senza noci, niente noci,
    latticino, lattosio, caseina, glutine, frumento, grano, orzo, segale, uovo, uova, soia, crostace*, frutti di mare, gamber*, granchi*, aragost*,
    astice, scamp*, pesce, pesci, sesamo, senape, sedano, lupini, lupino, mollusch*, cozze, cozza, vongol*, ostric*, calamar*, polpo, solfit*`,
  // "Latte" (milk) is a coffee in every language.
  ambiguous: 'noce, noci, latte',
  none: `nessuna allergia; nessuna allergia, grazie; nessuna allergia nota; senza allergie; non ho allergie; non abbiamo allergie; non ho
    nessuna allergia; non sono allergico; non sono allergica; allergie: nessuna; allergia: nessuna; allergie: no`,
};
