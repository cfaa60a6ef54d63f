/** After crash upon crash: notifications are taken in and nothing else is done, in sight of whoever looks for the counter. */
import { setTimeout as wait } from 'node:timers/promises';
import { type Crashes, type CrashKeeper, restMs } from '../crash-reports.ts';
import { type OnlyReceiving, receiveOnly } from '../only-receiving.ts';
import { isInUse, type Reason, resting } from '../trouble.ts';
import { type ShowTrouble, startWhenPossible } from './start-when-possible.ts';

/** Resolves when the rest that is due (`restMs`) is over. Throws DataFolderInUse. */
export async function rest(options: {
  dataDir: string;
  vault: 'auto' | 'keychain' | 'file';
  crashes: Crashes;
  keeper: CrashKeeper;
  show: ShowTrouble;
  onTrouble: (reason: Reason) => void;
  /** Is given what has to be closed if the app is stopped meanwhile. */
  closeLater: (close: () => unknown) => void;
}): Promise<void> {
  const { dataDir, crashes, keeper } = options;
  const forMs = restMs(crashes);
  keeper.rest();
  const only = await receive();
  const words = () => resting(dataDir, crashes.inARow, only ? only.inTheWay() : '');
  const { says, remedy, next } = words();
  options.onTrouble({ says, remedy: `${remedy} ${next}` });
  const hide = await options.show(words);
  if (only) options.closeLater(only.stop);
  await wait(forMs);
  await hide();
  await only?.stop();

  /** Null where even this crashed. */
  async function receive(): Promise<OnlyReceiving | null> {
    try {
      return await startWhenPossible(() => receiveOnly({ ...options, inARow: crashes.inARow, restMs: forMs }), options);
    } catch (error) {
      if (isInUse(error)) throw error;
      keeper.crashed(error);
      return null;
    }
  }
}
