/** What staff read while Tillbridge can't start. */

import { isRightToLeft, type Language } from '../../contract/contract.ts';
import { wordsOf } from '../../contract/locales.ts';
import { isMessage, joinSentences, message, type Text } from '../../contract/message.ts';
import { screenLanguage } from '../settings/settings.ts';
import { DataFolderInUse } from '../store/file/lock.ts';
import { storageTroubleOf } from '../store/file/storage-trouble.ts';
import { NewerDatabase } from '../store/file/store-error.ts';
import { NoDataFolder } from './data-folder.ts';

export interface Reason {
  text: Text;
  hint: Text;
}

export interface Trouble {
  title: string;
  text: string;
  hint: string;
  next: string;
  language: Language;
  rightToLeft: boolean;
}

/** The text for staff; null for a defect. */
export function reasonOf(error: unknown): Reason | null {
  const storage = storageTroubleOf(error);
  if (storage) return storage;
  if (!(error instanceof Error) || !('text' in error) || !('hint' in error)) return null;
  const { text, hint } = error;
  return { text: isMessage(text) ? text : String(text), hint: isMessage(hint) ? hint : String(hint) };
}

/** Whether retrying is pointless. */
export function endsStart(error: unknown): boolean {
  return error instanceof DataFolderInUse || error instanceof NoDataFolder;
}

/** Whether only the database is unusable, so notifications can be saved in files. */
export function canReceiveMeanwhile(error: unknown): boolean {
  return error instanceof NewerDatabase || storageTroubleOf(error)?.code === 'database-locked';
}

/** The receiver meanwhile. `blockedBy`: why notifications aren't accepted. */
type Meanwhile = { blockedBy(): Text | null } | null;

export function cannotStart(
  dataDir: string | null,
  { text, hint }: Reason,
  receiver: Meanwhile = null,
  language = languageOf(dataDir),
): Trouble {
  return inLanguage(language, {
    title: message('app.cannotStart'),
    text,
    hint: receiver ? joinSentences(hint, whatBecomesOfNotifications(receiver)) : hint,
    next: message('app.retryingEverySeconds'),
  });
}

export function resting(dataDir: string, times: number, receiver: Meanwhile): Trouble {
  return inLanguage(languageOf(dataDir), {
    title: message('app.paused'),
    text: message('app.crashedInRow', { inARow: times }),
    hint: joinSentences(whatBecomesOfNotifications(receiver), message('app.handleInMerchantApp')),
    next: message('app.restartsSoon'),
  });
}

/** At a station, which reads no settings. */
export function counterAway(language: Language): Trouble {
  return inLanguage(language, {
    title: message('station.counterAway'),
    text: message('station.ordersElsewhere'),
    hint: message('station.checkCounter'),
    next: message('app.retryingEverySeconds'),
  });
}

function whatBecomesOfNotifications(receiver: Meanwhile): Text {
  const blockedBy = receiver ? receiver.blockedBy() : '';
  return blockedBy === null ? message('app.webhooksKeptMeanwhile') : joinSentences(message('receiver.noWebhooksMeanwhile'), blockedBy);
}

function languageOf(dataDir: string | null): Language {
  return dataDir === null ? 'en' : screenLanguage(dataDir);
}

function inLanguage(language: Language, { title, text, hint, next }: Reason & { title: Text; next: Text }): Trouble {
  const say = (text: Text): string => wordsOf(language)(text);
  return { title: say(title), text: say(text), hint: say(hint), next: say(next), language, rightToLeft: isRightToLeft(language) };
}
