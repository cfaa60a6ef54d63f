/** Results of taps: once at the service, named in the journal, each refusal explained. */
import Database from 'better-sqlite3';
import type { Entry } from '../../../sandbox/wire/journal.ts';
import type { Line } from './station-lines.ts';

/** `lines`: of each process. `by`: name in the journal. */
export interface Actor {
  by: string;
  lines: readonly (readonly Line[])[];
}

export interface Taps {
  sent: number;
  done: number;
  /** Refusals by code. */
  refused: Record<string, number>;
  /** Cut off by a kill. */
  unanswered: number;
  /** Without a code or text. */
  unexplained: number;
  /** Who wasn't refused, by order and action. */
  mayHaveDone: Map<string, Set<string>>;
}

/** Their effect is unknown. */
const UNKNOWN = new Set(['answer-lost', 'no-answer']);

export function countTaps(actors: readonly Actor[]): Taps {
  const taps: Taps = { sent: 0, done: 0, refused: {}, unanswered: 0, unexplained: 0, mayHaveDone: new Map() };
  for (const { by, lines } of actors)
    for (const life of lines) {
      const answers = new Map(life.flatMap((line) => (line.is === 'answer' ? [[line.number, line] as const] : [])));
      for (const line of life) {
        if (line.is !== 'tap') continue;
        taps.sent += 1;
        const answer = answers.get(line.number);
        if (!answer) taps.unanswered += 1;
        else if (answer.code === null) taps.done += 1;
        else {
          taps.refused[answer.code] = (taps.refused[answer.code] ?? 0) + 1;
          if (answer.code === '' || !answer.text) taps.unexplained += 1;
        }
        if (answer && answer.code !== null && !UNKNOWN.has(answer.code)) continue;
        const key = keyOf(line.orderId, line.action);
        taps.mayHaveDone.set(key, (taps.mayHaveDone.get(key) ?? new Set()).add(by));
      }
    }
  return taps;
}

const keyOf = (orderId: string, action: string): string => `${orderId} ${action}`;

const isAnswer = (operation: string | null): boolean => /^(self-delivery\/accept|accept|reject)$/.test(operation ?? '');

/** Orders not answered exactly once. `log`: of the service. */
export function answeredOnce(orderIds: readonly string[], log: readonly Entry[]): string[] {
  const answers = new Map<string, string[]>();
  for (const entry of log) {
    if (entry.kind !== 'request' || !entry.took_effect || !entry.order_id || !isAnswer(entry.operation)) continue;
    answers.set(entry.order_id, [...(answers.get(entry.order_id) ?? []), entry.operation ?? '']);
  }
  return orderIds.flatMap((id) => {
    const given = answers.get(id) ?? [];
    return given.length === 1 ? [] : [`order ${id} was answered ${given.length} times (${given.join(', ')})`];
  });
}

/** Commands in the app's journal with a wrong name. */
export function wronglyNamed(databaseFile: string, { mayHaveDone }: Taps): { commands: number; wrong: string[] } {
  const db = new Database(databaseFile, { readonly: true });
  try {
    const rows = db
      .prepare<[], { id: string; action: string; by: string | null }>(
        `SELECT order_id AS id, json_extract(facts, '$.action') AS action, by_whom AS "by" FROM journal WHERE kind = 'command'`,
      )
      .all();
    const ofStaff = rows.filter(({ action }) => action !== 'sent-to-pos');
    const wrong = ofStaff
      .filter(({ id, action, by }) => by === null || !mayHaveDone.get(keyOf(id, action))?.has(by))
      .map(({ id, action, by }) => `${action} of order ${id} was noted as of ${by ?? 'nobody'}`);
    return { commands: ofStaff.length, wrong };
  } finally {
    db.close();
  }
}
