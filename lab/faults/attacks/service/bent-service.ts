/** A man in the middle or a compromised service: it may change every answer before the app reads it. */
import { bodyOf, type LocalServer, passOn, serve } from '../../local-server.ts';

export interface Answer {
  status: number;
  type: string;
  body: string;
  /** Its Date header; by default the real one. */
  date?: string;
}

export type Order = Record<string, unknown>;

/** Returns a changed answer, or undefined to pass it unchanged. */
export type Bend = (asked: { method: string; path: string }, answer: Answer) => Answer | undefined;

export interface BentService extends AsyncDisposable {
  /** For `between` of openVenueProcess. */
  between(orderBaseUrl: string): Promise<string>;
  bend(by: Bend | null): void;
  bendOrders(by: (id: string, order: () => Order) => string | undefined): void;
}

export function bentService(): BentService {
  let server: LocalServer | null = null;
  let bent: Bend | null = null;
  const self: BentService = {
    async between(orderBaseUrl) {
      server = await serve((incoming, outgoing) => {
        const { method = 'GET', url: path = '/' } = incoming;
        passOn(orderBaseUrl, incoming, outgoing, {
          async onReply(reply) {
            const given = { status: reply.statusCode ?? 500, type: String(reply.headers['content-type'] ?? '') };
            const was: Answer = { ...given, body: (await bodyOf(reply)).toString('utf8') };
            const { status, type, body, date } = bent?.({ method, path }, was) ?? was;
            outgoing.writeHead(status, { ...(type !== '' && { 'content-type': type }), ...(date !== undefined && { date }) }).end(body);
          },
        });
      });
      return server.url + new URL(orderBaseUrl).pathname;
    },
    bend(by) {
      bent = by;
    },
    bendOrders(by) {
      self.bend(({ method, path }, answer) => {
        const id = /v2\/orders\/([^/?]+)$/.exec(path)?.[1];
        if (method !== 'GET' || answer.status !== 200 || id === undefined) return undefined;
        const body = by(id, () => orderOf(answer));
        return body === undefined ? undefined : { ...answer, body };
      });
    },
    async [Symbol.asyncDispose]() {
      await server?.close();
    },
  };
  return self;
}

export const orderOf = ({ body }: Answer): Order => JSON.parse(body) as Order;
