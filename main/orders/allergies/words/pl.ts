/** Polish. */
import type { AllergyWords } from '../allergy-words.ts';

export const pl: AllergyWords = {
  says: `alergia, alergii, alergię, alergią, alergie, alergiami, alergiom, alergik, alergika, alergikiem, alergicy, alergiczk*, alergiczn*,
    alergen*, allergia, allergii, allergię, allergie, uczulenie, uczulenia, uczuleniem, uczuleniu, uczuleń, uczulona, uczulony, uczuleni,
    uczulone, uczulonej, uczulonego, uczula*, nietolerancj*, anafilak*, nadwrażliw*`,
  conditions: 'celiaki*, celiakia*, bezglutenowiec, bezglutenowcem',
  cannot: `nie mogę jeść, nie może jeść, nie możemy jeść, nie mogę spożywać, nie toleruję, nie toleruje, nie tolerujemy, nie wolno, śladowe,
    śladowych, ślady, śladów, wrażliwa na, wrażliwy na, reakcja, reakcję, reakcji, reaguję, źle się czuję po, szkodzi mi, szkodzą mi`,
  allergens: `orzech*, orzesz*, orzeszk*, arachid*, migdał*, nerkowc*, nerkowiec, pistacj*, mleko, mleka, mlekiem, mleku, mleczn*, nabiał*,
    laktoz*, kazein*, gluten*, bezgluten*, pszenic*, pszenn*, żyto, żyta, jęczmie*, jajko, jajka, jajek, jajkiem, jajkami, soja,
    soję, soi, soją, sojow*, skorupiak*, owoce morza, owoców morza, owocami morza, krewetk*, krewetek, krab, kraba, kraby, krabów, homar*, ryba, ryby, rybę,
    ryb, rybami, sezam*, gorczyc*, musztard*, seler*, łubin*, mięczak*, małż*, ostryg*, kałamarnic*, ośmiornic*, siarczyn*`,
  // "Jaja" is a laugh in Spanish and German.
  ownAllergens: 'jaja, jaj',
  asks: 'dodatkowo, dodatkowy, dodatkowe, więcej, podwójn*, z, ekstra, extra, proszę dodać',
  without: 'zamiast, usunąć, usuńcie, pominąć',
  denies: 'nie, brak, braku, bez, żadnej, żadnych, żadne, żadna, nikt, nigdy, ani',
  subjects: `ja, my, mam, jestem, mamy, jesteśmy, on, ona, syn, córka, dziecko, u, nas, tu, tutaj, jest, ma, mi, szczęście, że, też, również, rodzina, nikt`,
  between: `mam, mamy, ma, mają, jestem, jesteśmy, jest, są, żadnych, żadnej, żadne, żadna, żadnego, znanych, znane, pokarmowych, pokarmowej,
    pokarmowe, na, nic, mi, u, nas, posiadam, stwierdzono, stwierdzonych, innych, szczególnych, nikt, z`,
  deniesAfter: 'nie występują, nie stwierdzono',
  answers: 'brak, nie, nie mam, nie ma, nie mamy, żadne, żadnych, żadna, bez',
  or: 'lub, albo, ani, czy',
  and: 'i, oraz',
  but: 'ale, lecz, tylko, jedynie, jednak',
  except: 'oprócz, oprocz, poza, prócz, procz, wyjątkiem, wyjatkiem, niż, niz',
  polite: 'proszę, dziękuję, dzięki, dziękujemy, pokarmowych',
};
