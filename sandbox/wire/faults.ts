/** Faults: the requests or webhooks they hit, their effect, count and end. */
import type { Clock } from '../clock.ts';
import { newId } from '../ids.ts';
import { type Fields, isFields, Refusal } from './exchange.ts';
import { OVERTAKERS, type Overtaker, type Trouble } from './trouble.ts';

const RETRY_AFTER_FORMS = ['seconds', 'date', 'none'] as const;

export interface Fault {
  id: string;
  // "PUT /orders/*/accept", "* /v2/orders/*", "POST /oauth2/token"; for webhooks "notification", "notification CREATED *".
  match: string;
  /** Remaining hits; null for any number. */
  times: number | null;
  until: number | null;
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
  retry_after?: { seconds: number; form: (typeof RETRY_AFTER_FORMS)[number] };
  delay_ms?: number;
  /** `before`: the request is cut off without effect. `after`: only the answer is lost. For a notification, both withhold it. */
  drop?: 'before' | 'after';
  lag_ms?: number;
  no_effect?: boolean;
  overtaken_by?: Overtaker;
  /** `true` sends a notification twice, `new id` the second time with another ID. */
  duplicate?: boolean | 'new id';
  bad_signature?: boolean;
}

export interface Faults {
  add(order: unknown): Fault;
  list(): Fault[];
  clear(): void;
  /** The first fault that matches, counted as a hit. */
  strike(subject: string): Fault | null;
  /** Whether a fault delays reads of these subjects; doesn't count as a hit. */
  isLagged(subjects: readonly string[]): boolean;
  /** Called when a fault that delays reads is set, as earlier bodies must be kept from then on. */
  onLag(listener: (isHit: (subject: string) => boolean) => void): void;
}

export function createFaults(clock: Pick<Clock, 'now'>): Faults {
  let faults: Fault[] = [];
  let heard: (isHit: (subject: string) => boolean) => void = () => undefined;

  function inForce(): Fault[] {
    const now = clock.now();
    faults = faults.filter(({ until }) => until === null || until > now);
    return faults;
  }

  return {
    add(order) {
      const fault = { ...readFault(order, clock.now()), id: newId() };
      faults.push(fault);
      if (fault.lag_ms) heard((subject) => patternOf(fault.match).test(subject));
      return fault;
    },
    list: inForce,
    clear: () => {
      faults = [];
    },
    strike(subject) {
      const fault = inForce().find((candidate) => patternOf(candidate.match).test(subject));
      if (!fault) return null;
      if (fault.times !== null) fault.times -= 1;
      if (fault.times === 0) faults = faults.filter((other) => other !== fault);
      return fault;
    },
    isLagged: (subjects) =>
      faults.length > 0 &&
      inForce().some((fault) => fault.lag_ms !== undefined && subjects.some((subject) => patternOf(fault.match).test(subject))),
    onLag: (listener) => {
      heard = listener;
    },
  };
}

export function nameOf(fault: Fault | null): string | null {
  if (!fault) return null;
  const effects = [
    fault.drop && `drop ${fault.drop}`,
    fault.status && `status ${fault.status}`,
    fault.delay_ms && `delay ${fault.delay_ms} ms`,
    fault.lag_ms && `lag ${fault.lag_ms} ms`,
    fault.no_effect && 'no effect',
    fault.overtaken_by && `overtaken by ${fault.overtaken_by}`,
    fault.duplicate && (fault.duplicate === true ? 'duplicate' : 'duplicate with a new id'),
    fault.bad_signature && 'bad signature',
  ];
  return effects.filter(Boolean).join(', ');
}

export function troubleOf(fault: Fault | null): Trouble {
  return { lagMs: fault?.lag_ms ?? 0, noEffect: fault?.no_effect === true, overtakenBy: fault?.overtaken_by ?? null };
}

/** Includes Retry-After for a 429. `now`: service clock. */
export function headersOf(fault: Pick<Fault, 'status' | 'retry_after' | 'headers'>, now: number): Record<string, string> {
  const { seconds, form } = fault.retry_after ?? { seconds: 1, form: fault.status === 429 ? 'seconds' : 'none' };
  const retryAfter: Record<string, string> =
    form === 'none' ? {} : { 'retry-after': form === 'seconds' ? String(seconds) : new Date(now + seconds * 1_000).toUTCString() };
  return { ...retryAfter, ...fault.headers };
}

const patterns = new Map<string, RegExp>();

function patternOf(match: string): RegExp {
  const known = patterns.get(match);
  if (known) return known;
  const escaped = match.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  const pattern = new RegExp(`^${escaped.join('[^ ]*')}( .*)?$`, 'i');
  if (patterns.size > 1_000) patterns.clear();
  patterns.set(match, pattern);
  return pattern;
}

function readFault(order: unknown, now: number): Omit<Fault, 'id'> {
  if (!isFields(order) || typeof order.match !== 'string') throw wrong('"match", for example "PUT /orders/*/accept"');
  const lasts = whole(order, 'for_ms');
  const fault: Omit<Fault, 'id'> = {
    match: order.match,
    times: whole(order, 'times') ?? (lasts === undefined ? 1 : null),
    until: lasts === undefined ? null : now + lasts,
    ...given('status', whole(order, 'status')),
    ...given('delay_ms', whole(order, 'delay_ms')),
    ...given('lag_ms', whole(order, 'lag_ms')),
    ...given('body', order.body),
    ...given('retry_after', retryAfterIn(order)),
    ...given('overtaken_by', oneIn(order, 'overtaken_by', OVERTAKERS)),
    ...(order.no_effect === true ? { no_effect: true } : {}),
    ...(order.bad_signature === true ? { bad_signature: true } : {}),
  };
  if (isFields(order.headers)) fault.headers = Object.fromEntries(Object.entries(order.headers).map(([k, v]) => [k, String(v)]));
  if (order.drop === true) fault.drop = 'before';
  else if (order.drop === 'before' || order.drop === 'after') fault.drop = order.drop;
  else if (order.drop !== undefined) throw wrong('"drop" to be true, "before" or "after"');
  if (order.duplicate === true || order.duplicate === 'new id') fault.duplicate = order.duplicate;
  else if (order.duplicate !== undefined) throw wrong('"duplicate" to be true or "new id"');
  if (nameOf({ ...fault, id: '' }) === '')
    throw wrong('one of status, delay_ms, drop, lag_ms, no_effect, overtaken_by, duplicate, bad_signature');
  return fault;
}

function wrong(expected: string): Refusal {
  return new Refusal(400, { reason: `A fault needs ${expected}.` });
}

/** `retry_after_seconds`, and `retry_after_form`: seconds, date or none. */
function retryAfterIn(order: Fields): Fault['retry_after'] {
  const form = oneIn(order, 'retry_after_form', RETRY_AFTER_FORMS);
  const seconds = whole(order, 'retry_after_seconds');
  return form === undefined && seconds === undefined ? undefined : { seconds: seconds ?? 1, form: form ?? 'seconds' };
}

function given<K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } {
  return value === undefined ? {} : ({ [key]: value } as { [P in K]: V });
}

function oneIn<T extends string>(order: Fields, key: string, allowed: readonly T[]): T | undefined {
  const value = order[key];
  if (value === undefined) return undefined;
  const found = allowed.find((one) => one === value);
  if (found === undefined) throw wrong(`"${key}" to be one of ${allowed.join(', ')}`);
  return found;
}

function whole(order: Fields, key: string): number | undefined {
  const value = order[key];
  if (value === undefined) return undefined;
  if (typeof value === 'number' && Number.isInteger(value) && value > 0) return value;
  throw new Refusal(400, { reason: `"${key}" must be a whole number above 0.` });
}
