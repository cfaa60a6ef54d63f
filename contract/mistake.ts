/** What is wrong with something given: a message, whether a schema says it itself or it follows from what the schema asks for. */
import type * as v from 'valibot';
import { isMessage, type Message, type MessageCode, message } from './message.ts';

/** A mistake that a schema names itself. Schemas keep texts: `mistakeIn` reads it back. */
export function mistake<C extends MessageCode>(...said: Parameters<typeof message<C>>): string {
  return JSON.stringify(message(...said));
}

/** What is wrong, for whoever typed it. */
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
      return message('enter-a-number');
    case 'integer':
      return message('enter-a-whole-number');
    case 'min_value':
      return message('enter-at-least', { least: limit });
    case 'max_value':
      return message('enter-at-most', { most: limit });
    case 'min_length':
      return typeof input === 'string' && limit > 1 ? message('use-at-least-characters', { least: limit }) : message('fill-this-in');
    case 'max_length':
      return typeof input === 'string'
        ? message('use-at-most-characters', { most: limit })
        : message('at-most-are-possible', { most: limit });
    case 'boolean':
      return message('choose-one-of', { choices: 'true, false' });
    case 'picklist':
    case 'literal':
    case 'variant':
      return message('choose-one-of', { choices: (expected ?? '').replaceAll(/[()"]/g, '').replaceAll(' | ', ', ') });
    default:
      return message('fill-this-in');
  }
}
