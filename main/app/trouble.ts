/** What staff are told while there is no counter: why, what to do, and what comes next, in the language of their screens. */

import { isRightToLeft, type Language } from '../../contract/contract.ts';
import { message, type Text } from '../../contract/message.ts';
import { screenLanguage } from '../settings/settings.ts';
import { DataFolderInUse } from '../store/file/lock.ts';
import { storageTroubleOf } from '../store/file/storage-trouble.ts';
import { inLanguage } from '../view/in-language.ts';

/** An error that a person can act on. */
export interface Reason {
  says: Text;
  remedy: Text;
}

export interface Trouble extends Reason {
  title: Text;
  next: string;
  language: Language;
  rightToLeft: boolean;
}

/** What an error of the start says; null for a defect, which no person can mend by waiting. */
export function reasonOf(error: unknown): Reason | null {
  const storage = storageTroubleOf(error);
  if (storage) return storage;
  if (!(error instanceof Error) || !('says' in error) || !('remedy' in error)) return null;
  return { says: String(error.says), remedy: String(error.remedy) };
}

/** Whether another copy of the app runs on the data folder. */
export function isInUse(error: unknown): boolean {
  return error instanceof DataFolderInUse;
}

/** While a start is tried again and again. */
export function cannotStart(dataDir: string, reason: Reason): Trouble {
  return inScreenLanguage(dataDir, {
    ...reason,
    title: message('tillbridge-cannot-start'),
    next: message('it-is-tried-again-every-few'),
  });
}

/** While everything but the receiver rests after crashes. `receiver`: what is in its way; null while it listens. */
export function resting(dataDir: string, inARow: number, receiver: string | null): Trouble {
  const meanwhile =
    receiver === null ? message('notifications-of-orders-are-taken-in') : message('no-notification-of-order-can-be', { receiver });
  return inScreenLanguage(dataDir, {
    title: message('tillbridge-rests'),
    says: message('tillbridge-stopped-unexpectedly-in-arow-times', { inARow }),
    remedy: message('meanwhile-look-after-new-orders-in', { meanwhile }),
    next: message('tillbridge-starts-again-by-itself-within'),
  });
}

function inScreenLanguage(dataDir: string, trouble: Reason & { title: Text; next: string }): Trouble {
  const language = screenLanguage(dataDir);
  const said = Object.entries(trouble).map(([name, text]) => [name, inLanguage(language, text)]);
  return { ...trouble, ...Object.fromEntries(said), language, rightToLeft: isRightToLeft(language) };
}
