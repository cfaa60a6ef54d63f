/** What stands in the log that relays share: something taken, or what an operator or the time decided. A line of JSON, and the raw bytes behind it. */
import * as v from 'valibot';
import type { Entry } from './news/rows.ts';

const Number_ = v.pipe(v.number(), v.safeInteger());
const Hash = v.pipe(
  v.string(),
  v.transform((text) => Buffer.from(text, 'base64url')),
);
const Head = v.variant('what', [
  v.object({
    what: v.literal('taken'),
    kind: v.picklist(['order', 'delivery']),
    venueId: v.nullable(v.string()),
    references: v.array(v.string()),
    signature: v.nullable(v.string()),
    hash: Hash,
    takenAt: Number_,
  }),
  v.object({ what: v.literal('route'), id: v.string(), seq: Number_, venueId: v.string() }),
  v.object({ what: v.literal('expire'), id: v.string(), before: Number_ }),
]);

export type Decision = { what: 'route'; id: string; seq: number; venueId: string } | { what: 'expire'; id: string; before: number };
export type LogEntry = ({ what: 'taken' } & Entry) | Decision;

export function writeEntry(entry: Entry): Buffer {
  const { body, hash, kind, venueId, references, signature, takenAt } = entry;
  const head = { what: 'taken', kind, venueId, references, signature, takenAt, hash: hash.toString('base64url') };
  return Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), body]);
}

export function writeDecision(decision: Decision): Buffer {
  return Buffer.from(`${JSON.stringify(decision)}\n`);
}

/** Throws where it was written by nobody of ours. */
export function readEntry(data: Uint8Array): LogEntry {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  const end = bytes.indexOf('\n');
  const head = v.parse(Head, JSON.parse(bytes.subarray(0, Math.max(0, end)).toString('utf8')));
  // A copy: the client uses its buffers again.
  return head.what === 'taken' ? { ...head, body: Buffer.from(bytes.subarray(end + 1)) } : head;
}
