/**
 * The engine of several relays: a log in NATS JetStream that each of them reads from end to end into its own store. All come to the same
 * numbers, because all read the same in the same order; and what a counter is given comes from the disk of the relay that it is connected to.
 */
import { randomUUID } from 'node:crypto';
import type { JsMsg } from '@nats-io/jetstream';
import type Database from 'better-sqlite3';
import { createGroupCommit } from '../../../contract/group-commit.ts';
import type { SharedState } from '../../store/shared-state.ts';
import type { Time } from '../../time.ts';
import { type Appended, type Engine, EngineAway } from '../engine.ts';
import { type Decision, writeDecision, writeEntry } from '../entry.ts';
import { type Outgoing, openLocal } from '../local.ts';
import { createNewsStore } from '../news/news-store.ts';
import { hashOf } from '../news/rows.ts';
import { createLogReader } from './apply-log.ts';
import { createStateReader } from './apply-state.ts';
import { createBetweenRelays } from './between-relays.ts';
import { ANSWER_MS, keepConnected, type NatsSettings, type Session } from './connection.ts';
import { createContact } from './contact.ts';
import { createCursors } from './cursors.ts';
import { createForwarder } from './forward.ts';
import { createReadBack } from './read-back.ts';
import { AWAY, type Buckets, openBuckets, takeLease } from './shared.ts';
import { asToken, follow, isContinued, namesOf, openLog, subjectOf } from './streams.ts';

export interface NatsEngine {
  engine: Engine;
  shared: SharedState;
  /** Resolves once this relay knows all that the others know, or after so many ms: it takes news without that as well. */
  opened(ms: number): Promise<void>;
}

export interface NatsEngineOptions {
  db: Database.Database;
  settings: NatsSettings;
  /** So long news waits, ms. */
  retentionMs: number;
  time: Time;
  onDefect: (error: unknown) => void;
  /** So long a notification is held for the engine before it is answered from this relay's own disk. */
  answerMs?: number;
}

/** The database is closed by whoever opened it. */
export function createNatsEngine({ db, settings, retentionMs, time, onDefect, answerMs = ANSWER_MS }: NatsEngineOptions): NatsEngine {
  const store = createNewsStore(db, time, onDefect);
  const local = openLocal(db);
  const names = namesOf(settings);
  let buckets: Buckets | null = null;
  let current: Session | null = null;

  const contact = createContact(time);
  const readBack = createReadBack(time);
  const between = createBetweenRelays(
    names.told,
    () => current?.nats ?? null,
    () => buckets,
  );
  const log = createLogReader({ log: names.log, store, local, readBack, onDefect });
  const state = createStateReader({ names, store, local, changed: between.changed });
  const cursors = createCursors(() => buckets?.lasting ?? null, time, onDefect);
  const forwarder = createForwarder({ local, time, log: names.log, refused: contact.wentAway });
  const connection = keepConnected({ settings, time, begin, ended });
  const readUpTo = (stream: string): number => local.position(stream)?.seq ?? 0;

  function ended(why: unknown): void {
    if (why !== null) contact.wentAway(why);
    current = null;
    buckets = null;
  }

  async function begin(session: Session): Promise<void> {
    const logNow = await openLog(session, names, settings, retentionMs);
    const opened = await openBuckets(session, names, settings);
    const stateNow = await session.manager.streams.info(state.stream);
    const isAnew = !(await isContinued(session, stateNow, local.position(state.stream), false));
    if (!(await isContinued(session, logNow, local.position(names.log), true))) log.startOver(logNow.created);
    if (session.isOver()) return;
    buckets = opened;
    current = session;
    if (isAnew) {
      await between.giveAnew();
      local.setPosition(state.stream, { created: stateNow.created, seq: 0, at: 0 });
    }
    between.listen(session.nats);
    // Who reads what first: news that everybody has acknowledged need not be kept.
    await follow(session, state.stream, readUpTo(state.stream), (messages) => state.apply(stateNow.created, messages));
    await follow(session, names.log, readUpTo(names.log), (messages) => applyLog(logNow.created, messages));
    if (session.isOver()) return;
    contact.answered();
    forwarder.begin(session);
    contact.began(logNow.state.last_seq);
    contact.read(readUpTo(names.log));
  }

  function applyLog(created: string, messages: readonly JsMsg[]): void {
    const last = messages.at(-1);
    if (!last) return;
    log.apply(created, messages);
    contact.answered();
    contact.read(last.seq);
  }

  const outgoing = createGroupCommit<Outgoing, boolean>((group) =>
    store.write(() => group.map((one) => !store.knows(one.hash) && local.add(one))),
  );

  async function append(taken: Parameters<Engine['append']>[0]): Promise<Appended> {
    const hash = hashOf(taken);
    if (store.knows(hash)) return { kept: 'before' };
    const entry = writeEntry({ ...taken, hash, takenAt: time.wall() });
    if (!(await outgoing.write({ hash, venueId: taken.venueId, entry }))) return { kept: 'before' };
    const isAway = contact.isAway();
    const back = isAway ? null : readBack.wait(hash.toString('hex'), answerMs);
    forwarder.more();
    const result = (await back) as Appended | null;
    if (result !== null) return result;
    if (!isAway) contact.wentAway(new Error('NATS did not answer in time'));
    return { kept: 'later' };
  }

  async function decide(decision: Decision): Promise<boolean | number> {
    if (current === null) throw new EngineAway(AWAY);
    const back = readBack.wait(decision.id, 2 * answerMs);
    await current.jetstream
      .publish(subjectOf(names.log, null), writeDecision(decision), { msgID: decision.id, timeout: answerMs })
      .catch((error: unknown) => {
        throw new EngineAway(AWAY, { cause: error });
      });
    const result = await back;
    if (result === null) throw new EngineAway(AWAY);
    return result as boolean | number;
  }

  const engine: Engine = {
    ...store,
    append,
    async acknowledge(reader, venueId, seq) {
      const before = await store.acknowledged(reader, venueId);
      await store.acknowledge(reader, venueId, seq);
      const now = await store.acknowledged(reader, venueId);
      if (now !== null && now !== before) cursors.tell(reader, venueId, now);
    },
    async removeReader(reader) {
      cursors.forget(reader);
      await store.removeReader(reader);
    },
    route: async (seq, venueId) => (await decide({ what: 'route', id: randomUUID(), seq, venueId })) === true,
    expire: async (before) => Number(await decide({ what: 'expire', id: randomUUID(), before })),
    lease: (name, holder, ms) => takeLease(between.shared.passing, time, `lease.${asToken(name)}`, holder, ms),
    trouble: () => contact.trouble(local.count()),
    async [Symbol.asyncDispose]() {
      outgoing.flush();
      cursors.stop();
      await cursors.flush();
      forwarder.stop();
      await connection[Symbol.asyncDispose]();
      store.close();
    },
  };
  return { engine, shared: between.shared, opened: contact.caughtUp };
}
