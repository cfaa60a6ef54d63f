/** After repeated crashes: notifications are received, nothing else is done, and the main screen says so. */
import { joinSentences } from '../../contract/message.ts';
import type { AppOptions } from '../app/app.ts';
import { type Crashes, restMs } from '../app/keep-up/crash-reports.ts';
import { type OnlyReceiving, receiveOnly } from '../app/receive-only.ts';
import { endsStart, type Reason, resting } from '../app/trouble.ts';
import type { Time } from '../time/time.ts';
import type { Meanwhile } from './receive-between-starts.ts';
import { type ShowTrouble, startWhenPossible } from './start-when-possible.ts';

/** Resolves when the rest that is due (`restMs`) is over, whatever fails meanwhile. Throws DataFolderInUse. */
export async function rest(options: {
  dataDir: string;
  time: Time;
  vault: 'auto' | 'keychain' | 'file';
  sealer?: NonNullable<AppOptions['sealer']>;
  crashes: Crashes;
  crashed: (error: unknown) => void;
  meanwhile: Meanwhile;
  show: ShowTrouble;
  onTrouble: (reason: Reason) => void;
  /** Is given what has to be closed if the app is stopped meanwhile. */
  closeLater: (close: () => unknown) => void;
}): Promise<void> {
  const { dataDir, crashes } = options;
  const forMs = restMs(crashes);
  const over = options.time.wait(forMs);
  const text = 'stopped again and again: only notifications are taken in for a while';
  const because = { text, inARow: crashes.inARow, restMs: forMs };
  let only: OnlyReceiving | null = null;
  const words = () => resting(dataDir, crashes.inARow, only ? only.blockedBy() : '');
  try {
    only = await startWhenPossible(() => receiveOnly({ ...options, because }), options);
    options.closeLater(only.stop);
  } catch (error) {
    if (endsStart(error)) throw error;
    options.crashed(error);
  }
  try {
    const { text, hint, next } = words();
    options.onTrouble({ text, hint: joinSentences(hint, next) });
    const hide = await options.show(words);
    await over;
    await hide();
    await only?.stop();
  } catch (error) {
    options.crashed(error);
    await over;
  }
}
