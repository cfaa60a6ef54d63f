/** What really happened, as the service in a box and the virtual printer saw it; the app is not asked. */
import type { SandboxAddresses } from '../training/embedded-sandbox.ts';

export interface ServiceOrder {
  order_id: string;
  order_number: string;
  state: string;
  history: { at: string; event: string; by: string }[];
  sent_to_pos: { success: boolean; time_sent_to_pos: string }[];
  order: { group_participants?: unknown[] | null };
}

export interface ServiceEntry {
  seq: number;
  at: string;
  kind: 'request' | 'notification' | 'order';
  order_id: string | null;
  order_number?: string;
  event?: string;
  by?: string;
  operation?: string | null;
  took_effect?: boolean;
  status?: number | string | null;
  outcome?: string;
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
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url} answered ${response.status}.`);
    return (await response.json()) as T;
  };
  return {
    orders: async () => (await read<{ orders: ServiceOrder[] }>(`${addresses.control_url}/orders`)).orders,
    entriesSince: async (seq) => (await read<{ entries: ServiceEntry[] }>(`${addresses.control_url}/log?since=${seq}`)).entries,
    papers: async () => (await read<{ papers: Paper[] }>(`${addresses.printer_control_url}/papers`)).papers,
  };
}

/** A label says which of how many it is; a ticket says how many items there are in all. */
export function isLabel(paper: Paper): boolean {
  return /\b\d+ of \d+\b/.test(paper.text);
}

/** The papers of each order, by its number: every whole number on a paper counts as one it may be about. */
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

export function isMarkedCopy(paper: Paper): boolean {
  return paper.text.includes('POSSIBLE COPY');
}
