/** Lines of an order's story as earlier versions wrote them, made into the facts that they tell. What cannot be read so stays as it is. */
import type Database from 'better-sqlite3';

/** The migration calls it, so each connection that migrations run on has it. */
export function addFactsOfLine(db: Database.Database): void {
  db.function('facts_of_line', { deterministic: true }, factsOfLine);
}

function factsOfLine(kind: string, text: string): string {
  const facts = READ[kind]?.(text) ?? null;
  return facts === null ? text : JSON.stringify(facts);
}

const READ: Readonly<Record<string, (text: string) => object | null>> = {
  notification(text) {
    const [, type, status = null] = /^(\S+)(?: (.+))?$/s.exec(text) ?? [];
    return type === undefined ? null : { type, status };
  },
  stage(text) {
    const [, before = null, after, status] = /^(?:first seen: |([a-z-]+) -> )([a-z-]+) \((.*)\)$/s.exec(text) ?? [];
    return after === undefined ? null : { before, after, status };
  },
  command(text) {
    const [, action, minutes = '0'] = /^([a-z-]+)(?: \+(\d{1,4}) min)?$/.exec(text) ?? [];
    return action === undefined ? null : { action, minutes: Number(minutes) };
  },
  // The very first version wrote a sentence with the action in it.
  answer: (text) => ({ action: /"(.*)"/.exec(text)?.[1] ?? text }),
  operation(text) {
    const [, operation, amount, currency] = /^([a-z-]+)(?: (\d+) (\S+))?$/.exec(text) ?? [];
    if (operation === undefined) return null;
    return { operation, gives: amount === undefined ? null : { amount: Number(amount), currency } };
  },
  document: (text) => ({ type: text }),
  reprint: (text) => ({ document: text }),
  till(text) {
    const news = { 'handed over': 'order', 'told of a change': 'changed', 'told of the cancellation': 'cancelled' }[text];
    return news === undefined ? null : { news };
  },
  printed,
  sent: printed,
};

function printed(text: string): object | null {
  const [, document, printer] = /^([a-z-]+) on (.*?)(?: \((?:not )?confirmed by the printer\))?$/s.exec(text) ?? [];
  return document === undefined ? null : { document, printer };
}

/** What the till could not be told of has a kind of its own. */
export const LINES_INTO_FACTS = `
  UPDATE journal SET kind = 'till trouble'
    WHERE kind = 'till' AND says NOT IN ('handed over', 'told of a change', 'told of the cancellation');
  UPDATE journal SET says = facts_of_line(kind, says) WHERE kind IN (${Object.keys(READ)
    .map((kind) => `'${kind}'`)
    .join(', ')});
`;
