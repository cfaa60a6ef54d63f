/** Messages for support: the sentence without names. */
import { english } from '../../../contract/english.ts';
import { isMoment, isMoney, type Message, type Text, type Value } from '../../../contract/message.ts';
import { KNOWN_STATUSES } from '../../intake/notification.ts';
import { LEFT_OUT } from '../../redaction/redact.ts';
import type { Entry } from '../../store/rows/journal.ts';
import { textOf } from '../../store/rows/stored/stored-text.ts';

/** Values made by Tillbridge or the system. Any other text may be a name. */
const OWN_VALUES = new Set([
  'aside',
  'code',
  'codePage',
  'currency',
  'library',
  'mark',
  'news',
  'off',
  'span',
  'synchronous',
  'time',
  'version',
]);
/** Values with words of the service or settings; other words in them are left out. */
const WORD_VALUES = new Set(['places', 'status']);
/** Order numbers are short: phone numbers have more digits. */
const ORDER_NUMBER = /^\d{1,6}$/;

/**
 * The English sentence of a message. Names are removed before formatting, as they may not be in the current settings. `placed`: replaces
 * texts of current settings by their place, as `{printers.0.name}`; only values made of places stay. Plain text is left out, as it may hold
 * any name.
 */
export function wordsForSupport(placed: (text: string) => string): (text: Text) => string {
  const named = (value: string): string => {
    const redacted = placed(value);
    return redacted !== value && /^[\s\d.,:;"]*$/.test(redacted.replaceAll(PLACE, '')) ? redacted : LEFT_OUT;
  };
  const shown = (name: string, value: Value): Value => {
    if (typeof value === 'number' || isMoment(value) || isMoney(value)) return value;
    if (typeof value !== 'string') return withoutNames(value);
    if (OWN_VALUES.has(name) || value === '' || (name === 'number' && ORDER_NUMBER.test(value))) return value;
    return WORD_VALUES.has(name) ? (plainWords(value) ?? '') : named(value);
  };
  const withoutNames = (text: Message): Message => {
    const { code, values } = text;
    if (!values) return text;
    return { code, values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, shown(name, value)])) };
  };
  return (text) => (typeof text === 'string' ? (text === '' ? '' : LEFT_OUT) : english(withoutNames(text)));
}

/** A place that replaces a typed text. */
const PLACE = /\{[\w.-]+\}/g;

/** Keeps words of the interface document, such as "order.notification CREATED", and replaces others. */
export function plainWords(text: string | null): string | null {
  return text === null ? null : text.replaceAll(/[^\s,]+/g, (word) => (KNOWN_STATUSES.has(word) || isPlain(word) ? word : LEFT_OUT));
}

function isPlain(word: string): boolean {
  return word.length <= 40 && /^[a-z]+([._-][a-z]+)*$/.test(word);
}

/** An order's event without typed texts: stages without status, printouts without printer. */
export function storyWords(event: Entry, words: (text: Text) => string): string {
  if (event.kind !== 'printed') return `${event.kind}: ${aboutOf(event, words)}`;
  const document = plainWords(event.document);
  return event.isConfirmed ? `printed: ${document} (confirmed by the printer)` : `sent to the printer: ${document} (not confirmed)`;
}

function aboutOf(event: Exclude<Entry, { kind: 'printed' }>, words: (text: Text) => string): string {
  switch (event.kind) {
    case 'notification':
      return plainWords(event.status === null ? event.type : `${event.type} ${event.status}`) ?? '';
    case 'stage':
      return `${event.before === null ? 'first seen:' : `${plainWords(event.before)} ->`} ${plainWords(event.after)}`;
    case 'command':
      return `${plainWords(event.action)}${event.minutes > 0 ? ` +${event.minutes} min` : ''}`;
    case 'answer':
      return plainWords(event.action) ?? '';
    case 'operation':
      return plainWords(event.operation) ?? '';
    case 'document-uploaded':
      return plainWords(event.type) ?? '';
    case 'reprint-asked':
      return plainWords(event.document) ?? '';
    case 'till':
      return event.news;
    case 'left-out':
      return String(event.events);
    case 'unknown':
      return plainWords(event.name) ?? '';
    default:
      return 'text' in event ? words(textOf(event.text)) : '';
  }
}
