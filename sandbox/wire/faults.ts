/** Faults that were ordered: which requests or notifications they hit, what they do, and how many times. */
import { newId } from '../ids.ts';
import { type Fields, isFields, Refusal } from './exchange.ts';

export interface Fault {
  id: string;
  // "PUT /orders/*/accept", "* /v2/orders/*", "POST /oauth2/token"; for what is sent: "notification", "notification CREATED".
  match: string;
  /** How often it still strikes. */
  times: number;
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
  delay_ms?: number;
  /** `before`: cut before the effect. `after`: the effect happens, its answer is lost. On a notification either withholds it. */
  drop?: 'before' | 'after';
  /** Notifications only. */
  duplicate?: boolean;
  bad_signature?: boolean;
}

export interface Faults {
  add(order: unknown): Fault;
  list(): Fault[];
  clear(): void;
  /** The first that hits this subject, counted as having struck. */
  strike(subject: string): Fault | null;
}

export function createFaults(): Faults {
  let faults: Fault[] = [];
  return {
    add(order) {
      const fault = { ...readFault(order), id: newId() };
      faults.push(fault);
      return fault;
    },
    list: () => faults,
    clear: () => {
      faults = [];
    },
    strike(subject) {
      const fault = faults.find((candidate) => patternOf(candidate.match).test(subject));
      if (!fault) return null;
      fault.times -= 1;
      if (fault.times <= 0) faults = faults.filter((other) => other !== fault);
      return fault;
    },
  };
}

/** For the journal: what the fault did, in a word or two. */
export function nameOf(fault: Fault | null): string | null {
  if (!fault) return null;
  const effects = [
    fault.drop && `drop ${fault.drop}`,
    fault.status && `status ${fault.status}`,
    fault.delay_ms && `delay ${fault.delay_ms} ms`,
    fault.duplicate && 'duplicate',
    fault.bad_signature && 'bad signature',
  ];
  return effects.filter(Boolean).join(', ');
}

function patternOf(match: string): RegExp {
  const escaped = match.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${escaped.join('[^ ]*')}( .*)?$`, 'i');
}

function readFault(order: unknown): Omit<Fault, 'id'> {
  const wrong = (expected: string) => new Refusal(400, { reason: `A fault needs ${expected}.` });
  if (!isFields(order) || typeof order.match !== 'string') throw wrong('"match", for example "PUT /orders/*/accept"');
  const fault: Omit<Fault, 'id'> = { match: order.match, times: whole(order, 'times') ?? 1 };
  const status = whole(order, 'status');
  const delay = whole(order, 'delay_ms');
  if (status !== undefined) fault.status = status;
  if (delay !== undefined) fault.delay_ms = delay;
  if (order.body !== undefined) fault.body = order.body;
  if (isFields(order.headers)) fault.headers = Object.fromEntries(Object.entries(order.headers).map(([k, v]) => [k, String(v)]));
  if (order.drop === true) fault.drop = 'before';
  else if (order.drop === 'before' || order.drop === 'after') fault.drop = order.drop;
  else if (order.drop !== undefined) throw wrong('"drop" to be true, "before" or "after"');
  if (order.duplicate === true) fault.duplicate = true;
  if (order.bad_signature === true) fault.bad_signature = true;
  if (nameOf({ ...fault, id: '' }) === '') throw wrong('one of status, delay_ms, drop, duplicate, bad_signature');
  return fault;
}

function whole(order: Fields, key: string): number | undefined {
  const value = order[key];
  if (value === undefined) return undefined;
  if (typeof value === 'number' && Number.isInteger(value) && value > 0) return value;
  throw new Refusal(400, { reason: `"${key}" must be a whole number above 0.` });
}
