/** Gives the engine what this relay has taken, in the order in which it was taken, again and again until it has it. */
import type { Cancel, Time } from '../../time.ts';
import type { Local } from '../local.ts';
import { ANSWER_MS, type Session } from './connection.ts';
import { subjectOf } from './streams.ts';

const AT_ONCE = 256;
const AGAIN_MS = 250;
/** Another server may answer where this one has not for so long. */
const SERVER_ANSWERS_MS = 5_000;

export interface Forwarder {
  /** All that was not read back yet is given to this connection. */
  begin(session: Session): void;
  /** There is more. */
  more(): void;
  stop(): void;
}

/** `log`: its subjects begin so. `refused`: it was not taken this time. */
export function createForwarder(options: { local: Local; time: Time; log: string; refused: (why: unknown) => void }): Forwarder {
  const { local, time, log } = options;
  let session: Session | null = null;
  /** The last that this connection has answered for. */
  let given = 0;
  let isGiving = false;
  let answeredAt = 0;
  let noAgain: Cancel = () => undefined;

  async function giveAll(to: Session): Promise<void> {
    for (;;) {
      const rows = local.after(given, AT_ONCE);
      const last = rows.at(-1);
      if (!last || to.isOver()) return;
      await Promise.all(
        rows.map(({ hash, venueId, entry }) =>
          to.jetstream.publish(subjectOf(log, venueId), entry, { msgID: hash.toString('hex'), timeout: ANSWER_MS }),
        ),
      );
      if (to !== session) return;
      given = last.id;
      answeredAt = time.monotonic();
    }
  }

  function give(): void {
    const to = session;
    if (isGiving || to === null || to.isOver()) return;
    isGiving = true;
    giveAll(to)
      .catch((error: unknown) => {
        if (to !== session || to.isOver()) return;
        options.refused(error);
        if (time.monotonic() - answeredAt > SERVER_ANSWERS_MS) return to.end(error);
        noAgain();
        noAgain = time.after(AGAIN_MS, give);
      })
      .finally(() => {
        isGiving = false;
        // A new connection came meanwhile.
        if (session !== to) give();
      });
  }

  return {
    begin(next) {
      session = next;
      given = 0;
      answeredAt = time.monotonic();
      give();
    },
    more() {
      if (!isGiving) answeredAt = time.monotonic();
      give();
    },
    stop() {
      session = null;
      noAgain();
    },
  };
}
