/** Prints events, one per line, as seen by the service, printer and till. */
import { existsSync, readdirSync } from 'node:fs';
import { systemTime } from '../../shared/time/system-time.ts';
import { isMarkedCopy, isOf, kindOf, type Observer, type PaperKind, type ServiceEntry } from './observer.ts';

const LOOK_MS = 250;

export interface Narrator {
  stop(): void;
}

export function narrate(observer: Observer, tillFolder: string, say: (line: string) => void): Narrator {
  const numbers = new Map<string, string>();
  const inTill = new Set<string>();
  let seen = 0;
  let papersSeen = 0;
  let looking = false;
  let isOver = false;

  async function look(): Promise<void> {
    const entries = await observer.entriesSince(seen);
    for (const entry of entries) {
      seen = entry.seq;
      if (entry.order_id && entry.order_number) numbers.set(entry.order_id, entry.order_number);
      const words = inWords(entry);
      if (words) line(numbers.get(entry.order_id ?? '') ?? '?', words);
    }
    const papers = (await observer.papers()).filter((paper) => paper.number > papersSeen);
    for (const paper of papers) {
      papersSeen = paper.number;
      const number = [...numbers.values()].find((candidate) => isOf(paper, candidate));
      if (number) line(number, `${PAPER[kindOf(paper)]} printed${isMarkedCopy(paper) ? ' again, marked as a copy' : ''}`);
    }
    for (const file of existsSync(tillFolder) ? readdirSync(tillFolder) : []) {
      if (!file.endsWith('.json') || inTill.has(file)) continue;
      inTill.add(file);
      const id = [...numbers.keys()].find((candidate) => file.includes(candidate));
      line(numbers.get(id ?? '') ?? '?', 'the till has it');
    }
  }

  function line(number: string, words: string): void {
    if (!isOver) say(`${new Date(systemTime.wall()).toTimeString().slice(0, 8)}  order ${number.padEnd(4)} ${words}`);
  }

  const stopLooking = systemTime.every(LOOK_MS, () => {
    if (looking) return;
    looking = true;
    look()
      .catch((error: unknown) => {
        // Errors after the end are expected.
        if (!isOver) say(`The demo cannot look at the service: ${error instanceof Error ? error.message : String(error)}`);
      })
      .finally(() => {
        looking = false;
      });
  });
  return {
    stop() {
      isOver = true;
      stopLooking();
    },
  };
}

const PAPER: Record<PaperKind, string> = {
  'kitchen-ticket': 'kitchen ticket',
  label: 'label',
  'unassigned-label': 'label of what nobody claimed',
  'unanswered-slip': 'UNANSWERED ORDER ticket',
  'stop-slip': 'STOP ticket',
  'change-slip': 'CHANGE ticket',
  'preorder-slip': 'pre-order ticket',
  receipt: 'receipt',
};

const BY: Record<string, string> = {
  api: 'by the counter',
  consumer: 'by the customer',
  courier: 'by the courier',
  service: 'by the service',
  staff: 'in the merchant app',
};

function inWords(entry: ServiceEntry): string | null {
  if (entry.kind === 'order') {
    if (entry.event === 'placed') return 'placed by a customer';
    if (entry.event === 'sent to pos') return 'the service knows that the till has it';
    return `${entry.event} ${BY[entry.by ?? ''] ?? ''}`.trimEnd();
  }
  if (entry.kind === 'awkward') return `the service will be awkward: ${entry.trouble} ${JSON.stringify(entry.ordered)}`;
  if (entry.kind === 'notification' && entry.outcome !== '200') return `a notification was not taken: ${entry.outcome}`;
  if (entry.kind === 'request' && typeof entry.status === 'number' && entry.status >= 400)
    return `${entry.operation}: the service answered ${entry.status}`;
  return null;
}
