/** A partner by the interface document, for tests only: real HTTP, no code of the app. */
import { createHmac } from 'node:crypto';
import { text } from 'node:stream/consumers';
import type { Sandbox, SandboxOptions } from '../../../sandbox/sandbox.ts';
import { testSandbox, testServer } from '../../setup/parts.ts';

export const SECRET = '0123456789abcdef0123456789abcdef';

export interface Answer {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

export interface Received {
  raw: string;
  signature: string | undefined;
  /** A venue event has neither `id`, `type` nor `order`. */
  body: Record<string, unknown> & { id: string; type: string; order: Record<string, string> };
}

export interface Partner {
  sandbox: Target;
  venueId: string;
  token: string;
  refreshToken: string;
  received: Received[];
  /** Next statuses of the webhook server; 200 if empty. */
  answers: number[];
  control(method: string, path: string, body?: unknown): Promise<Answer>;
  order(method: string, path: string, body?: unknown, token?: string): Promise<Answer>;
  grant(form: Record<string, string>, authorization?: string): Promise<Answer>;
  place(kind: string, order?: unknown): Promise<string>;
  statusesOf(orderId: string): string[];
}

/** `control_url` only if the service has one. */
export type Target = Omit<Sandbox, 'close'>;

/** Ends with the test. */
export async function startPartner(
  options: Partial<SandboxOptions> = {},
  venue: Record<string, unknown> = {},
  target: Target | null = null,
): Promise<Partner> {
  const sandbox = target ?? (await testSandbox({ pickupEtaDelayMs: 20, notificationRetryMs: 50, ...options }));
  const received: Received[] = [];
  const answers: number[] = [];
  const { origin } = await testServer(async (request, response) => {
    const raw = await text(request);
    // An app of another test may still call the previous server on this port.
    if (!request.headers['content-type']?.includes('json')) return void response.writeHead(404).end();
    received.push({ raw, signature: request.headers['service-signature'] as string | undefined, body: JSON.parse(raw) });
    response.writeHead(answers.shift() ?? 200).end();
  });

  const basic = `Basic ${Buffer.from(`${sandbox.client_id}:${sandbox.client_secret}`).toString('base64')}`;
  const control: Partner['control'] = (method, path, body) => ask(method, sandbox.control_url + path, {}, body);
  const grant: Partner['grant'] = async (form, authorization = basic) => {
    const response = await fetch(`${sandbox.auth_url}/oauth2/token`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form),
    });
    return read(response);
  };

  await control('POST', '/webhooks', { url: `${origin}/`, secret: SECRET });
  const opened = (await control('POST', '/venues', venue)).body;
  const pair = await grant({
    grant_type: 'authorization_code',
    code: String(opened.authorization_code),
    redirect_uri: String(opened.redirect_uri),
  });

  const partner: Partner = {
    sandbox,
    venueId: String(opened.venue_id),
    token: String(pair.body.access_token),
    refreshToken: String(pair.body.refresh_token),
    received,
    answers,
    control,
    grant,
    order: (method, path, body, token = partner.token) =>
      ask(method, sandbox.order_base_url + path, { authorization: `Bearer ${token}` }, body),
    place: async (kind, order) => {
      const answer = await control('POST', '/orders', { venue_id: partner.venueId, kind, ...(order ? { order } : {}) });
      return String(answer.body.order_id);
    },
    statusesOf: (orderId) =>
      received.filter(({ body }) => body.order?.id === orderId && body.order.status).map(({ body }) => String(body.order.status)),
  };
  return partner;
}

export function signatureOf(raw: string): string {
  return createHmac('sha256', SECRET).update(raw).digest('hex');
}

export async function until(shown: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const end = Date.now() + 5_000;
  while (Date.now() < end) {
    if (await shown()) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`Waited 5 s in vain: ${what}.`);
}

async function ask(method: string, url: string, headers: Record<string, string>, body?: unknown): Promise<Answer> {
  const given = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) };
  return read(await fetch(url, { method, headers: { ...headers, 'content-type': 'application/json' }, ...given }));
}

async function read(response: Response): Promise<Answer> {
  const body = await response.text();
  return { status: response.status, headers: response.headers, body: body === '' ? {} : JSON.parse(body) };
}
