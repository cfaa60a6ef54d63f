/** The streams that relays share: made where they are missing, read from where this relay left off, and known again where they are others. */
import { type ConsumerMessages, DeliverPolicy, DiscardPolicy, JetStreamApiError, type JsMsg, type StreamInfo } from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import type { Position } from '../local.ts';
import type { NatsSettings, Session } from './connection.ts';

/** Longer than the service and a relay may send one thing again; what comes later still is known by its hash. */
const DUPLICATES_MS = 2 * 60_000;
/** Beyond the retention, so that its end is decided by relays alone. */
const LOG_SPARE_MS = 6 * 3_600_000;
const READ_AT_ONCE = 500;
/** Where none of two comes, who sent them is gone. */
const HEARTBEAT_MS = 1_500;
const NOT_FOUND = 404;

export interface Names {
  log: string;
  /** What each relay follows: counters, and what they have acknowledged. */
  state: string;
  /** What is asked for when it is needed: invitations and leases. */
  passing: string;
  /** No stream: what relays tell each other, and nobody keeps. */
  told: string;
}

export function namesOf({ name }: NatsSettings): Names {
  return { log: `${name}-log`, state: `${name}-state`, passing: `${name}-passing`, told: `${name}-told` };
}

/** A token of a subject: ids may hold anything. */
export function asToken(text: string): string {
  return Buffer.from(text).toString('base64url');
}

export function fromToken(token: string): string {
  return Buffer.from(token, 'base64url').toString('utf8');
}

/** Where something of this venue stands in the log; what names none stands under a name that no venue has. */
export function subjectOf(log: string, venueId: string | null): string {
  return `${log}.${asToken(venueId ?? ' ')}`;
}

export async function openLog(session: Session, { log }: Names, { replicas }: NatsSettings, retentionMs: number): Promise<StreamInfo> {
  try {
    return await session.manager.streams.info(log);
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
  return session.manager.streams.add({
    name: log,
    subjects: [`${log}.>`],
    num_replicas: replicas,
    max_age: nanos(retentionMs + LOG_SPARE_MS),
    duplicate_window: nanos(DUPLICATES_MS),
    discard: DiscardPolicy.New,
  });
}

/**
 * Whether this relay can go on from where it was: in the stream that it read, with the last message that it read still in it. A cluster that
 * lost its power may have lost the end of a stream, and one that was set up anew all of it. `isWhole`: of its messages none is ever replaced.
 */
export async function isContinued(session: Session, info: StreamInfo, kept: Position | null, isWhole: boolean): Promise<boolean> {
  if (kept === null || kept.created !== info.created || info.state.last_seq < kept.seq) return false;
  if (kept.seq === 0 || kept.seq < info.state.first_seq) return true;
  const message = await session.manager.streams.getMessage(info.config.name, { seq: kept.seq });
  return message === null ? !isWhole : Math.abs(message.time.getTime() - kept.at) <= 1;
}

/** Hands on what stands behind this number, in order and without gaps, for as long as the session lasts. What `apply` throws ends that. */
export async function follow(session: Session, stream: string, after: number, apply: (messages: JsMsg[]) => void): Promise<void> {
  let waiting: JsMsg[] = [];
  function flush(): void {
    const messages = waiting;
    waiting = [];
    if (session.isOver()) return;
    try {
      apply(messages);
    } catch (error) {
      session.end(error);
    }
  }
  const consumer = await session.jetstream.consumers.get(stream, {
    deliver_policy: DeliverPolicy.StartSequence,
    opt_start_seq: after + 1,
  });
  const messages = await consumer.consume({
    max_messages: READ_AT_ONCE,
    idle_heartbeat: HEARTBEAT_MS,
    callback(message) {
      waiting.push(message);
      if (waiting.length === 1) setImmediate(flush);
    },
  });
  messages.closed().then((error) => session.end(error ?? new Error(`${stream} cannot be read any more`)));
  notice(session, stream, messages).catch(session.end);
}

/** The client would ask after its reader for ever where the server that had it is gone. */
async function notice(session: Session, stream: string, messages: ConsumerMessages): Promise<void> {
  for await (const { type } of messages.status()) {
    if (type === 'heartbeats_missed' || type === 'stream_not_found') session.end(new Error(`${stream} is not sent any more`));
  }
}

/** When it came, epoch ms of the engine. */
export function cameAt(message: JsMsg): number {
  return Math.floor(microseconds(message) / 1_000);
}

/** The same, finer: what its number is at least. */
export function microseconds(message: JsMsg): number {
  return Math.floor(Number(message.info.timestampNanos) / 1_000);
}

function isNotFound(error: unknown): boolean {
  return error instanceof JetStreamApiError && error.status === NOT_FOUND;
}
