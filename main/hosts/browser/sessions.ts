/** The paired pages, each with a rotating secret known only to the page and to a private file here. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { writePrivately } from '../../../shared/files/private-files.ts';
import { hide } from '../../redaction/redact.ts';

/** Times are epoch ms. */
const Session = v.object({
  id: v.string(),
  /** Host and port under which the page was opened: its secret is worth nothing anywhere else. */
  host: v.string(),
  secret: v.string(),
  /** The secret that the page was told to use from now on; until it does, the one before it holds as well. */
  next: v.nullable(v.string()),
  madeAt: v.number(),
  turnedAt: v.number(),
  seenAt: v.number(),
});
export type Session<About> = v.InferOutput<typeof Session> & { about: About };

export interface Sessions<About> {
  /** Begins one; the one unused for longest gives way where there are too many. Answers with its id. */
  begin(host: string, secret: string, about: About): string;
  /** Null once it was sent away or was unused for too long, and under another host than its own. */
  find(id: string, host: string): Session<About> | null;
  /** The page proved that it knows `proven`; from now on it is to use `next`, where that is given. */
  used(id: string, proven: string, next: string | null): void;
  /** The page is there now. */
  seen(id: string): void;
  list(): Session<About>[];
  /** Null: all of them. */
  end(id: string | null): void;
  /** Ends every session of another port than this one. */
  keepPort(port: number): void;
  /** Writes down what was seen. */
  save(): void;
}

const WRITE_SEEN_MS = 5 * 60_000;

export function openSessions<About>(options: {
  file: string;
  about: v.GenericSchema<unknown, About>;
  most: number;
  /** Unused for longer, a session is over, ms. */
  unusedMs: number;
  now: () => number;
  /** The file could not be written: sessions hold until the app ends. */
  onTrouble(error: unknown): void;
}): Sessions<About> {
  const { file, unusedMs, now } = options;
  const kept = v.safeParse(v.array(v.object({ ...Session.entries, about: options.about })), readKept(file));
  const sessions = new Map<string, Session<About>>((kept.success ? kept.output : []).map((one) => [one.id, one as Session<About>]));
  let savedAt = now();

  /** No text of this process may hold one, from its first on. */
  function know(): void {
    hide(
      file,
      [...sessions.values()].flatMap(({ secret, next }) => (next === null ? [secret] : [secret, next])),
    );
  }
  know();

  function save(): void {
    savedAt = now();
    know();
    try {
      writePrivately(file, JSON.stringify([...sessions.values()]));
    } catch (error) {
      options.onTrouble(error);
    }
  }

  function isOver({ seenAt }: Session<About>): boolean {
    return now() - seenAt > unusedMs;
  }

  /** `leaves`: whom to end. Written only when someone was. */
  function endThose(leaves: (session: Session<About>) => boolean): void {
    const before = sessions.size;
    for (const session of [...sessions.values()]) if (leaves(session)) sessions.delete(session.id);
    if (sessions.size < before) save();
  }
  endThose(isOver);

  return {
    begin(host, secret, about) {
      const id = randomBytes(16).toString('hex');
      const at = now();
      endThose(isOver);
      const byUse = [...sessions.values()].sort((a, b) => a.seenAt - b.seenAt);
      for (const { id: old } of byUse.slice(0, Math.max(0, sessions.size + 1 - options.most))) sessions.delete(old);
      sessions.set(id, { id, host, secret, next: null, madeAt: at, turnedAt: at, seenAt: at, about });
      save();
      return id;
    },
    find(id, host) {
      const session = sessions.get(id);
      return session && session.host === host && !isOver(session) ? session : null;
    },
    used(id, proven, next) {
      const session = sessions.get(id);
      if (!session) return;
      session.seenAt = now();
      if (next === null && session.secret === proven) return;
      session.secret = proven;
      session.next = next ?? (session.next === proven ? null : session.next);
      if (next !== null) session.turnedAt = now();
      save();
    },
    seen(id) {
      const session = sessions.get(id);
      if (!session) return;
      session.seenAt = now();
      if (Math.abs(now() - savedAt) > WRITE_SEEN_MS) save();
    },
    list: () => [...sessions.values()].filter((session) => !isOver(session)),
    end: (id) => endThose((session) => id === null || session.id === id),
    keepPort: (port) => endThose(({ host }) => !host.endsWith(`:${port}`)),
    save,
  };
}

/** Null where there is none, or where it cannot be read: then no one is let in without a code. */
function readKept(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
