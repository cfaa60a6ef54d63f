/** Reads results from the sandbox and the virtual printer, independently of the app. */
import words from '../../resources/locales/en.json' with { type: 'json' };
import type { SandboxAddresses } from '../training/embedded-sandbox.ts';

export interface ServiceOrder {
  order_id: string;
  order_number: string;
  state: string;
  delivery: { type: string; self_delivery: boolean };
  history: { at: string; event: string; by: string }[];
  sent_to_pos: { success: boolean; time_sent_to_pos: string }[];
  order: { group_participants?: unknown[] | null; items?: { count: number }[] };
}

export interface ServiceEntry {
  seq: number;
  at: string;
  kind: 'request' | 'notification' | 'order' | 'event' | 'awkward';
  order_id: string | null;
  order_number?: string;
  event?: string;
  by?: string;
  operation?: string | null;
  took_effect?: boolean;
  /** For a read: whether it showed an outdated order. */
  shown?: { order_status: string; old: boolean } | null;
  status?: number | string | null;
  outcome?: string;
  /** The awkward mode's fault. */
  trouble?: string;
  ordered?: unknown;
}

export interface Paper {
  number: number;
  text: string;
}

export interface Observer {
  orders(): Promise<ServiceOrder[]>;
  entriesSince(seq: number): Promise<ServiceEntry[]>;
  papers(): Promise<Paper[]>;
}

export function observe(addresses: SandboxAddresses): Observer {
  const read = async <T>(url: string): Promise<T> => {
    // No keep-alive: a kept connection may close just before the next request.
    const response = await fetch(url, { headers: { connection: 'close' } });
    if (!response.ok) throw new Error(`${url} answered ${response.status}.`);
    return (await response.json()) as T;
  };
  return {
    orders: async () => (await read<{ orders: ServiceOrder[] }>(`${addresses.control_url}/orders`)).orders,
    entriesSince: async (seq) => (await read<{ entries: ServiceEntry[] }>(`${addresses.control_url}/log?since=${seq}`)).entries,
    papers: async () => (await read<{ papers: Paper[] }>(`${addresses.printer_control_url}/papers`)).papers,
  };
}

/** "Slips" are tickets about an order that has or will have a kitchen ticket. */
export type PaperKind =
  | 'kitchen-ticket'
  | 'label'
  /** The label for unclaimed items. */
  | 'unassigned-label'
  | 'unanswered-slip'
  | 'stop-slip'
  | 'change-slip'
  | 'preorder-slip'
  | 'receipt';

/** Recognizes tickets by heading and labels by number; covers only the kinds printed in the demo and tests. */
export function kindOf(paper: Paper): PaperKind {
  const lines = paper.text.split('\n').map((line) => line.trim());
  if (lines.includes(words['printout.unansweredOrder'])) return 'unanswered-slip';
  if (lines.includes(words['printout.stopTicket'])) return 'stop-slip';
  if (lines.includes(words['printout.changeTicket'])) return 'change-slip';
  if (lines.join(' ').includes(words['printout.notYet'])) return 'preorder-slip';
  if (lines.some((line) => /^Order \S+ · /.test(line))) return 'receipt';
  if (labelNumber(paper) === null) return 'kitchen-ticket';
  return lines.includes(words['printout.notAssigned']) ? 'unassigned-label' : 'label';
}

/** "1/3" after the order's number on a label; null for anything else. An option such as "+ 1/2" doesn't match. */
export function labelNumber({ text }: Pick<Paper, 'text'>): string | null {
  return /^ *[^\s+]\S* +(\d+\/\d+)\s*$/m.exec(text)?.[1] ?? null;
}

/** Printouts by order number: any whole number in the text counts. */
export function papersOf(papers: readonly Paper[]): (orderNumber: string) => Paper[] {
  const byNumber = new Map<string, Paper[]>();
  for (const paper of papers) {
    for (const number of new Set(paper.text.match(/\d+/g))) {
      const known = byNumber.get(number);
      if (known) known.push(paper);
      else byNumber.set(number, [paper]);
    }
  }
  return (orderNumber) => byNumber.get(orderNumber) ?? [];
}

export function isOf(paper: Paper, orderNumber: string): boolean {
  return new RegExp(`(^|\\D)${orderNumber}(\\D|$)`, 'm').test(paper.text);
}

/** A possible copy or a requested reprint. */
export function isMarkedCopy(paper: Paper): boolean {
  return /POSSIBLE COPY|REPRINT \d/.test(paper.text);
}
