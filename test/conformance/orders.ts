/** Brings orders into a rule's state with the document's calls only. */
import { expect } from 'vitest';
import { type Partner, until } from '../integration/sandbox/partner.ts';

export const put = async (partner: Partner, id: string, operation: string, body?: unknown): Promise<number> =>
  (await partner.order('PUT', `/orders/${id}/${operation}`, body)).status;
export const post = async (partner: Partner, id: string, operation: string, body?: unknown): Promise<number> =>
  (await partner.order('POST', `/orders/${id}/${operation}`, body)).status;
export const v2 = async (partner: Partner, id: string) => (await partner.order('GET', `/v2/orders/${id}`)).body;
export const v1 = async (partner: Partner, id: string) => (await partner.order('GET', `/orders/${id}`)).body;
export const status = async (partner: Partner, id: string) => String((await v2(partner, id)).order_status);

const STEPS = ['accept', 'ready', 'delivered'] as const;

export async function orderAfter(partner: Partner, kind: string, last: (typeof STEPS)[number] | null, order?: unknown): Promise<string> {
  const id = await partner.place(kind, order);
  for (const step of last === null ? [] : STEPS.slice(0, STEPS.indexOf(last) + 1)) {
    const operation = step === 'accept' && kind === 'self-delivery' ? 'self-delivery/accept' : step;
    expect(await put(partner, id, operation), `${operation} of an order for this rule`).toBe(202);
    const reached = { accept: 'production', ready: 'ready', delivered: 'delivered' }[step];
    await until(async () => (await status(partner, id)) === reached, `the order to be ${reached}`);
  }
  return id;
}

export async function pickupEta(partner: Partner, id: string): Promise<string> {
  await until(async () => (await v2(partner, id)).pickup_eta !== null, 'a pickup estimate');
  return String((await v2(partner, id)).pickup_eta);
}

export const later = (iso: string, minutes: number) => new Date(Date.parse(iso) + minutes * 60_000).toISOString();
