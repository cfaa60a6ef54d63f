/** Messages about mistakes in input, from the schema or derived from its requirement. */
import type * as v from 'valibot';
import { isMessage, type Message, type MessageCode, message } from './message.ts';

/** A schema's own mistake. Schemas keep only text, so `mistakeIn` parses it back. */
export function mistake<C extends MessageCode>(...args: Parameters<typeof message<C>>): string {
  return JSON.stringify(message(...args));
}

export function mistakeIn(issue: v.BaseIssue<unknown>): Message {
  return ownMistake(issue.message) ?? mistakeOfKind(issue);
}

function ownMistake(text: string): Message | null {
  if (!text.startsWith('{')) return null;
  const read: unknown = JSON.parse(text);
  return isMessage(read) ? read : null;
}

function mistakeOfKind({ type, input, expected, requirement }: v.BaseIssue<unknown>): Message {
  const limit = Number(requirement);
  switch (type) {
    case 'number':
    case 'finite':
      return message('field.enterNumber');
    case 'integer':
      return message('field.enterWholeNumber');
    case 'min_value':
      return message('field.atLeast', { least: limit });
    case 'max_value':
      return message('field.atMost', { most: limit });
    case 'min_length':
      return typeof input === 'string' && limit > 1 ? message('field.tooShort', { least: limit }) : message('field.required');
    case 'max_length':
      return typeof input === 'string' ? message('field.tooLong', { most: limit }) : message('field.tooManyEntries', { most: limit });
    case 'boolean':
      return message('field.chooseOneOf', { choices: 'true, false' });
    case 'picklist':
    case 'literal':
    case 'variant':
      return message('field.chooseOneOf', { choices: (expected ?? '').replaceAll(/[()"]/g, '').replaceAll(' | ', ', ') });
    default:
      return message('field.required');
  }
}
