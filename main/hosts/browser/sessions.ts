/** Paired pages, each with a rotating secret known only to the page and a private file. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { writePrivately } from '../../../shared/files/private-files.ts';
import { hide } from '../../redaction/redact.ts';

/** Times are epoch ms. */
const Session = v.object({
  id: v.string(),
  /** The secret is valid only for this host and port. */
  host: v.string(),
  secret: v.string(),
  /** Offered to the page as next secret; until the page uses it, the current one stays valid. */
  next: v.nullable(v.string()),
  madeAt: v.number(),
  turnedAt: v.number(),
  seenAt: v.number(),
});
export type Session<About> = v.InferOutput<typeof Session> & { about: About };

export interface Sessions<About> {
  /** Returns the ID. At the limit, ends the session that was unused longest. */
  begin(host: string, secret: string, about: About): string;
  /** Null if the session ended, was unused for too long, or is for another host. */
  find(id: string, host: string): Session<About> | null;
  /** The page proved that it knows the secret `verified`. `next`: the secret offered to it now, or null. */
  used(id: string, verified: string, next: string | null): void;
  seen(id: string): void;
  /** False if unknown. */
  change(id: string, about: About): boolean;
  list(): Session<About>[];
  /** Null ends all. */
  end(id: string | null): void;
  /** Ends sessions of other ports. */
  keepPorts(ports: readonly number[]): void;
  save(): void;
}

const WRITE_SEEN_MS = 5 * 60_000;

export function openSessions<About>(options: {
  file: string;
  about: v.GenericSchema<unknown, About>;
  most: number;
  unusedMs: number;
  now: () => number;
  /** If the file can't be written, sessions last until the app ends. */
  onTrouble(error: unknown): void;
}): Sessions<About> {
  const { file, unusedMs, now } = options;
  const kept = v.safeParse(v.array(v.object({ ...Session.entries, about: options.about })), readKept(file));
  const sessions = new Map<string, Session<About>>((kept.success ? kept.output : []).map((one) => [one.id, one as Session<About>]));
  let savedAt = now();

  /** Registers the secrets for redaction. */
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

  /** Saves only if a session ended. */
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
    used(id, verified, next) {
      const session = sessions.get(id);
      if (!session) return;
      session.seenAt = now();
      if (next === null && session.secret === verified) return;
      session.secret = verified;
      session.next = next ?? (session.next === verified ? null : session.next);
      if (next !== null) session.turnedAt = now();
      save();
    },
    seen(id) {
      const session = sessions.get(id);
      if (!session) return;
      session.seenAt = now();
      if (Math.abs(now() - savedAt) > WRITE_SEEN_MS) save();
    },
    change(id, about) {
      const session = sessions.get(id);
      if (!session || isOver(session)) return false;
      session.about = about;
      save();
      return true;
    },
    list: () => [...sessions.values()].filter((session) => !isOver(session)),
    end: (id) => endThose((session) => id === null || session.id === id),
    keepPorts: (ports) => endThose(({ host }) => !ports.some((port) => host.endsWith(`:${port}`))),
    save,
  };
}

/** Null if missing or unreadable: then pages need a new code. */
function readKept(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
