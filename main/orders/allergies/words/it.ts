/** Italian. */
import type { AllergyWords } from '../allergy-words.ts';

export const it: AllergyWords = {
  says: `allergia, allergie, allergico, allergica, allergici, allergiche, alergia, alergie, alergico, alergica, alergici, alergiche, allergene,
    allergeni, lallergia, dallergia, intolleranza, intolleranze, intollerante, intolleranti, intoleranza, intolerante, ipersensibil*, anafilassi,
    anafilattico, anafilattica, epipen`,
  conditions: 'celiaco, celiaca, celiaci, celiache, celiachia',
  cannot: `non posso mangiare, non può mangiare, non possiamo mangiare, non possono mangiare, non posso assumere, non tollero, non tollera,
    non tolleriamo, mi fa male, mi fanno male, tracce, traccia, sensibile, sensibilità, reazione, reazioni, contaminazione, contaminazioni`,
  allergens: `nocciola, nocciole, frutta secca, frutta a guscio, mandorl*, arachid*, anacardi, anacardo, pistacchi*, pinoli, latticini,
    latticino, lattosio, caseina, glutine, frumento, grano, orzo, segale, uovo, uova, soia, crostace*, frutti di mare, gamber*, granchi*, aragost*,
    astice, scamp*, pesce, pesci, sesamo, senape, sedano, lupini, lupino, mollusch*, cozze, cozza, vongol*, ostric*, calamar*, polpo, solfit*`,
  // Coffee is a "latte" in every language.
  ownAllergens: 'noce, noci, latte',
  asks: 'extra, più, con, aggiungere, aggiungete, doppia, doppio, tanto, tanta',
  without: 'togliere, togliete, evitare, evitate, privo, invece',
  denies: `no, non, nessuna, nessun, nessuno, senza, niente, mai, né, neanche, alcuna, non ho, non abbiamo, non ha, non hanno, non sono, non siamo, non è, non ci sono, non c è, non soffro di, non soffriamo di, nessuno ha, nessuno è, nessuno di noi è`,
  subjects: `io, noi, ho, abbiamo, sono, siamo, ci, c, è, qui, non, mio, mia, figlio, figlia, ha, hanno, lui, lei, che, anche, famiglia, bambini`,
  between: `alcuna, alcun, nessuna, un, una, nota, note, alimentare, alimentari, particolare, particolari, altra, altre, a, di, nulla, davvero`,
  deniesAfter: '',
  answers: 'nessuna, nessuno, no, niente, nulla, non ne ho, non ci sono, senza, nessuna nota, non ho',
  or: 'o, né, oppure',
  and: 'e, ed',
  but: 'ma, però, pero, bensì, solo, soltanto, solamente, tuttavia',
  except: 'tranne, eccetto, salvo, meno, fuorché, fuorche, eccezione, parte, se non',
  polite: 'grazie, per favore, prego, alimentare, alimentari, note',
};
