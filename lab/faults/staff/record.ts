/** The service's record of an order: true states, notifications, readings and requests. Cards are judged only by it. */

/** From `/orders/ID/story` (sandbox/README.md); times are ISO UTC on its clock. */
export interface Story {
  order_id: string;
  order_number: string;
  truth: { from: string; state: string; event: string; by: string }[];
  reported: { at: string; sent_at: string; type: string; status: string | null; outcome: string }[];
  read: { at: string; status: number | null; order_status: string | null; old: boolean }[];
  asked: { at: string; operation: string | null; status: number | null; took_effect: boolean }[];
}

export type Fields = Record<string, unknown>;

/** With epoch ms of this computer's clock, and the current order (section 2.3). */
export interface ServiceRecord {
  number: string;
  body: Fields;
  truth: { at: number; state: string; event: string; by: string }[];
  /** `at`: when its answer arrived; the app may know of it from `sentAt` on. */
  reported: { at: number; sentAt: number; type: string; status: string | null; outcome: string }[];
  read: { at: number; status: number | null; order_status: string | null; old: boolean }[];
  asked: { at: number; operation: string | null; status: number | null; took_effect: boolean }[];
  truthAt(at: number): ServiceRecord['truth'][number] | undefined;
  /** Whether the order had reached this rank (see RANK) by then. */
  reached(rank: number, at: number): boolean;
  /** When a reading could first show this rank; infinite if never. */
  readAs(rank: number): number;
  /** The same by a received notification. */
  reportedAs(rank: number): number;
}

/** Received news is on screen after this, ms. */
export const NEWS_MS = 5_000;
/** Tolerance between two clocks and of a record's order, ms. */
export const SLACK_MS = 300;

const RANK: Record<string, number> = { created: 0, waiting: 0, confirmed: 1, production: 2, ready: 3, delivered: 4, rejected: 4 };
const RANK_OF_STATUS: Record<string, number> = {
  received: 0,
  fetched: 0,
  acknowledged: 0,
  production: 2,
  ready: 3,
  delivered: 4,
  rejected: 4,
};
const ENDS = { DELIVERED: 4, CANCELED: 4, CANCELLED: 4, REJECTED: 4 };
export const RANK_OF_NEWS: Record<string, number> = { CREATED: 0, PRODUCTION: 2, READY: 3, ...ENDS };

export const OPERATIONS: Record<string, RegExp> = {
  accept: /accept/,
  reject: /^reject/,
  confirm: /confirm/,
  ready: /^ready/,
  delivered: /^delivered/,
  'pickup-completed': /^pickup-completed/,
};

/** An answer this shortly before a power cut may be lost, ms. */
const LOST_MS = 1_000;

/** `aheadMs`: offset of the service's clock. `ends`: when the app was killed, epoch ms. */
export function recordOf(story: Story, body: Fields, aheadMs: number, ends: readonly number[]): ServiceRecord {
  const moment = (iso: string): number => Date.parse(iso) - aheadMs;
  const truth = story.truth.map(({ from, ...rest }) => ({ ...rest, at: moment(from) }));
  const reported = story.reported.map(({ sent_at: sentAt, ...entry }) => ({ ...entry, at: moment(entry.at), sentAt: moment(sentAt) }));
  const read = story.read.map((entry) => ({ ...entry, at: moment(entry.at) }));
  const first = (moments: number[]): number => Math.min(...moments, Number.POSITIVE_INFINITY);
  return {
    number: story.order_number,
    body,
    truth,
    reported,
    read,
    asked: story.asked.map((entry) => ({ ...entry, at: moment(entry.at) })),
    truthAt: (at) => truth.findLast((one) => one.at <= at + SLACK_MS),
    reached: (rank, at) => truth.some((one) => one.at <= at + SLACK_MS && (RANK[one.state] ?? 0) >= rank),
    readAs: (rank) =>
      first(
        read
          .filter(({ status, order_status: shown }) => status === 200 && (RANK_OF_STATUS[shown ?? ''] ?? 0) >= rank)
          .map(({ at }) => at)
          .filter((at) => !ends.some((end) => at <= end + SLACK_MS && at > end - LOST_MS)),
      ),
    reportedAs: (rank) =>
      first(reported.filter(({ status, outcome }) => outcome === '200' && (RANK_OF_NEWS[status ?? ''] ?? -1) >= rank).map(({ at }) => at)),
  };
}

/** Whether the app may know this notification: it was accepted, or its answer broke off. */
export function mayHaveArrived({ outcome }: { outcome: string }): boolean {
  return /^2/.test(outcome) || (outcome.startsWith('not delivered') && !outcome.includes('ECONNREFUSED'));
}

export function asFields(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;
}

export function asList(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map(asFields).filter((entry) => entry !== null) : [];
}
