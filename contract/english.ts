/** Messages in English: for logs, errors and whatever else programs and support read. */
import en from '../resources/locales/en.json' with { type: 'json' };
import { createWords } from './words.ts';

export const english = createWords(en, 'en');
