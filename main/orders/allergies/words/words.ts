/** The app's eight languages, and ten more that customers write in (docs/decisions/allergies.md). */
import type { AllergyWords } from '../allergy-words.ts';
import { any } from './any.ts';
import { ar } from './ar.ts';
import { de } from './de.ts';
import { el } from './el.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fi } from './fi.ts';
import { fr } from './fr.ts';
import { he } from './he.ts';
import { it } from './it.ts';
import { ja } from './ja.ts';
import { ka } from './ka.ts';
import { nl } from './nl.ts';
import { pl } from './pl.ts';
import { pt } from './pt.ts';
import { ru } from './ru.ts';
import { sv } from './sv.ts';
import { tr } from './tr.ts';
import { zh } from './zh.ts';

export const WORDS: Readonly<Record<string, Partial<AllergyWords>>> = {
  any,
  en,
  de,
  fi,
  el,
  he,
  ja,
  ka,
  pl,
  es,
  fr,
  it,
  pt,
  nl,
  sv,
  tr,
  ru,
  ar,
  zh,
};
