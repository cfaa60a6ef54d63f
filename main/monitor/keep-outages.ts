/** Records outages with start and end, from what screens show: evidence for lost and late orders. */

import type { IntakeKind } from '../../contract/contract.ts';
import type { Text } from '../../contract/message.ts';
import type { OutageKind } from '../store/rows/outages.ts';
import type { Store } from '../store/store.ts';
import type { Clocks } from '../time/service-clock.ts';
import type { Feed } from '../view/feed.ts';

const LOOK_MS = 1_000;
const ALIVE_EVERY_MS = 30_000;
/** Shorter times without a screen are page reloads. */
const UNWATCHED_FROM_MS = 20_000;
const KEEP_MS = 400 * 24 * 3_600_000;

interface Trouble {
  kind: OutageKind;
  subject: string;
  text: Text;
}

export function keepOutages(options: {
  store: Store;
  feed: Feed;
  /** IDs of venues without an open screen; an empty one means all. */
  unwatched: () => readonly string[];
  time: Clocks;
  onDefect: (error: unknown) => void;
}): () => void {
  const { store, feed, time } = options;
  const { now, certainlyPast } = time.service;
  let known = new Map<string, Trouble>();
  let aliveAt = Number.NEGATIVE_INFINITY;
  let unwatchedSince = new Map<string, number>();

  function look(): void {
    unwatchedSince = new Map(options.unwatched().map((id) => [id, unwatchedSince.get(id) ?? now()]));
    const current = new Map(troubles().map((trouble) => [`${trouble.kind}/${trouble.subject}`, trouble]));
    const begun = [...current].filter(([key]) => !known.has(key));
    const over = [...known].filter(([key]) => !current.has(key));
    const alive = Math.abs(now() - aliveAt) >= ALIVE_EVERY_MS;
    if (begun.length + over.length === 0 && !alive) return;
    store.write(() => {
      for (const [, { kind, subject, text }] of begun) store.outages.begin(kind, subject, text);
      for (const [, { kind, subject }] of over) store.outages.end(kind, subject);
      if (alive) store.outages.alive();
      const past = certainlyPast();
      if (alive && past !== null) store.outages.forgetBefore(past - KEEP_MS);
    });
    known = current;
    if (alive) aliveAt = now();
  }

  function troubles(): Trouble[] {
    const app = feed.get('app', 'app');
    const printers = feed.ids('printers').flatMap((id) => feed.get('printers', id) ?? []);
    return [
      ...(app?.intake ?? []).flatMap(({ kind, state, text }) => (state === 'lost' ? [{ ...outageOf(kind), text }] : [])),
      ...(app?.soundPausedUntil ? [{ kind: 'silent' as const, subject: '', text: '' }] : []),
      ...[...unwatchedSince].flatMap(([subject, since]) =>
        now() - since > UNWATCHED_FROM_MS ? [{ kind: 'unwatched' as const, subject, text: '' }] : [],
      ),
      ...printers.flatMap(({ name, state, text }) => (state === 'trouble' ? [{ kind: 'printer' as const, subject: name, text }] : [])),
    ];
  }

  return time.every(LOOK_MS, look, options.onDefect);
}

function outageOf(source: IntakeKind): Omit<Trouble, 'text'> {
  if (source === 'poller') return { kind: 'service', subject: '' };
  return { kind: 'receiver', subject: source === 'receiver' ? '' : source };
}
