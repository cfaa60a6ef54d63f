/** Starts the sandbox next to the app, reached only over HTTP like the real service. */
import { DELIVERY_EVENTS } from '../../contract/contract.ts';
import type { Time } from '../../shared/time/time.ts';
import { startThread } from './thread.ts';

export interface SandboxAddresses {
  auth_url: string;
  order_base_url: string;
  delivery_base_url: string;
  control_url: string;
  client_id: string;
  client_secret: string;
  printer_host: string;
  printer_port: number;
  printer_control_url: string;
}

export interface EmbeddedSandbox {
  addresses: SandboxAddresses;
  /** Calls the sandbox's control API. Throws if refused. */
  control(path: string, body: unknown): Promise<Record<string, unknown>>;
  stop(): Promise<void>;
}

/** `port`: 0 for a free one. Rejects if the sandbox doesn't start. */
export async function startEmbeddedSandbox(time: Time, { port = 0 }: { port?: number } = {}): Promise<EmbeddedSandbox> {
  // Only this app gets the control API's address: others could send practice orders.
  const argv = ['--port', String(port), '--printer-port', '0', '--private'];
  const { addresses, stop } = await startThread<SandboxAddresses>('sandbox', argv, time);
  return {
    addresses,
    async control(path, body) {
      const response = await fetch(`${addresses.control_url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      const answer = (await response.json()) as Record<string, unknown>;
      if (!response.ok) throw new Error(`The sandbox refused ${path} (${response.status}): ${JSON.stringify(answer)}.`);
      return answer;
    },
    stop,
  };
}

/** Registers a webhook for courier updates at the service, as Settings can. */
export async function registerEvents(
  { addresses }: EmbeddedSandbox,
  merchant: Record<string, unknown>,
  url: string,
  secret: string,
): Promise<void> {
  const address = `${addresses.delivery_base_url}/v1/merchants/${merchant.merchant_id}/webhooks`;
  const headers = { authorization: `Bearer ${merchant.merchant_key}`, 'content-type': 'application/json' };
  const backoff = { exponent_base: 2, max_retry_count: 5 };
  const body = JSON.stringify({ callback_url: url, client_secret: secret, callback_config: { exponential_retry_backoff: backoff } });
  const created = await fetch(address, { method: 'POST', headers, body });
  if (!created.ok) throw new Error(`The sandbox refused the address for the steps of couriers (${created.status}).`);
  const { id } = (await created.json()) as { id: string };
  const events = { subscribed_events: DELIVERY_EVENTS };
  await fetch(`${address}/${id}`, { method: 'PATCH', headers, body: JSON.stringify(events) });
}
