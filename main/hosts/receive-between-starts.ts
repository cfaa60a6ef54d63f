/**
 * What runs between two attempts to start. If the database is of a newer version, it's left unchanged, and notifications are saved beside
 * it for the newer one.
 */

import type { Text } from '../../contract/message.ts';
import type { AppOptions } from '../app/app.ts';
import { type OnlyReceiving, receiveOnly } from '../app/receive-only.ts';
import { canReceiveMeanwhile, reasonOf, whatBecomesOfNotifications } from '../app/trouble.ts';
import type { Time } from '../time/time.ts';

const TRY_AGAIN_MS = 3_000;
/** Until someone has put the newer Tillbridge back, or an older database. */
const RECEIVE_MS = 30_000;

export interface Meanwhile {
  /** Resolves when the start, which failed with `error`, is due again. */
  untilNextTry(error: unknown): Promise<void>;
  /** What staff are told of it; null where nothing is done. */
  text(): Text | null;
  stop(): Promise<void>;
}

export function receiveBetweenStarts(options: {
  dataDir: string;
  time: Time;
  vault: 'auto' | 'keychain' | 'file';
  sealer?: NonNullable<AppOptions['sealer']>;
}): Meanwhile {
  const { time } = options;
  let only: OnlyReceiving | null = null;

  async function stop(): Promise<void> {
    const open = only;
    only = null;
    await open?.stop();
  }

  return {
    async untilNextTry(error) {
      if (!canReceiveMeanwhile(error)) return time.wait(TRY_AGAIN_MS);
      try {
        only = await receiveOnly({
          ...options,
          because: { text: 'the database is a newer Tillbridge’s: only notifications are taken in' },
        });
        await time.wait(RECEIVE_MS);
      } catch (failed) {
        // The start itself comes upon it with the next try, and tells it.
        if (!reasonOf(failed)) throw failed;
        await time.wait(TRY_AGAIN_MS);
      } finally {
        await stop();
      }
    },
    text: () => (only ? whatBecomesOfNotifications(only.blockedBy()) : null),
    stop,
  };
}
