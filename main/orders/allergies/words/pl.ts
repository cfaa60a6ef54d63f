/** Polish. */
import type { AllergyWords } from '../allergy-words.ts';

export const pl: AllergyWords = {
  allergy: `alergia, alergii, alergię, alergią, alergie, alergiami, alergiom, alergik, alergika, alergikiem, alergicy, alergiczk*, alergiczn*,
    alergen*, allergia, allergii, allergię, allergie, uczulenie, uczulenia, uczuleniem, uczuleniu, uczuleń, uczulona, uczulony, uczuleni,
    uczulone, uczulonej, uczulonego, uczula*, nietolerancj*, anafilak*, nadwrażliw*`,
  conditions: 'celiaki*, celiakia*, bezglutenowiec, bezglutenowcem',
  allergens: `orzech*, orzesz*, orzeszk*, arachid*, migdał*, nerkowc*, nerkowiec, pistacj*, mleko, mleka, mlekiem, mleku, mleczn*, nabiał*,
    laktoz*, kazein*, gluten*, bezgluten*, pszenic*, pszenn*, żyto, żyta, jęczmie*, jajko, bez jaj, jajka, jajek, jajkiem, jajkami, soja,
    soję, soją, bez soi, sojow*, skorupiak*, owoce morza, owoców morza, owocami morza, krewetk*, krewetek, krab, kraba, kraby, krabów, homar*, ryba, ryby, rybę,
    ryb, rybami, sezam*, gorczyc*, musztard*, seler*, łubin*, mięczak*, małże, małży, małżami, ostryg*, kałamarnic*, ośmiornic*, siarczyn*`,
  // "Jaja" is a laugh in Spanish and German, "soi" is Finnish for "rings".
  ambiguous: 'jaja, jaj, soi',
  none: `brak alergii; bez alergii; bez alergii, dziękuję; nie mam alergii; nie mamy alergii; nie mam żadnych alergii; brak alergii
    pokarmowych; nie jestem alergikiem; nie jestem uczulony; nie jestem uczulona; alergie: brak; alergia: brak; alergie: nie`,
};
