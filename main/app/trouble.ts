/** What staff are told while there is no counter: why, what to do, and what comes next, in the language of their screens. */
import { isRightToLeft, type Language } from '../../contract/contract.ts';
import { screenLanguage } from '../settings/settings.ts';
import { DataFolderInUse } from '../store/file/lock.ts';
import { storageTroubleOf } from '../store/file/storage-trouble.ts';
import { inLanguage } from '../view/in-language.ts';

/** An error that a person can act on. */
export interface Reason {
  says: string;
  remedy: string;
}

export interface Trouble extends Reason {
  title: string;
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
    title: 'Tillbridge cannot start',
    next: 'It is tried again every few seconds.',
  });
}

/** While everything but the receiver rests after crashes. `receiver`: what is in its way; null while it listens. */
export function resting(dataDir: string, inARow: number, receiver: string | null): Trouble {
  const meanwhile =
    receiver === null
      ? 'Notifications of orders are taken in and kept meanwhile; nothing is shown, printed or sent to the service.'
      : `No notification of an order can be taken in meanwhile. ${receiver}`;
  return inScreenLanguage(dataDir, {
    title: 'Tillbridge rests',
    says: `Tillbridge stopped unexpectedly ${inARow} times in a row.`,
    remedy: `${meanwhile} Look after new orders in the merchant app. If this goes on, give the folder "crash" in the data folder to support.`,
    next: 'Tillbridge starts again by itself within half a minute.',
  });
}

function inScreenLanguage(dataDir: string, trouble: Reason & { title: string; next: string }): Trouble {
  const language = screenLanguage(dataDir);
  const said = Object.entries(trouble).map(([name, text]) => [name, inLanguage(language, text)]);
  return { ...trouble, ...Object.fromEntries(said), language, rightToLeft: isRightToLeft(language) };
}
