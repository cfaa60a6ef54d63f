/** Turns messages into English, for logs, errors and support. */
import en from '../resources/locales/en.json' with { type: 'json' };
import { createWords } from './words.ts';

export const english = createWords(en, 'en');
