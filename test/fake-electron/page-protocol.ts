/**
 * The app's own scheme in a browser without it: `tillbridge-app://counter/x` is requested as `http://counter.tillbridge-app.localhost/x` and
 * answered by the app's registered handler.
 */
import type { Conversation } from './modules/devtools.ts';

const handlers = new Map<string, (request: Request) => Promise<Response> | Response>();

export const protocol = {
  registerSchemesAsPrivileged(_schemes: unknown): void {},
  handle(scheme: string, handler: (request: Request) => Promise<Response> | Response): void {
    handlers.set(scheme, handler);
  },
};

export function asBrowserAddress(address: string): string {
  const own = /^([a-z-]+):\/\/([^/]+)(\/.*)?$/.exec(address);
  return own?.[1] && handlers.has(own[1]) ? `http://${own[2]}.${own[1]}.localhost${own[3] ?? '/'}` : address;
}

export function asAppAddress(address: string): string {
  const url = URL.parse(address);
  const scheme = [...handlers.keys()].find((name) => url?.hostname.endsWith(`.${name}.localhost`));
  if (!url || scheme === undefined) return address;
  return `${scheme}://${url.hostname.slice(0, -`.${scheme}.localhost`.length)}${url.pathname}${url.search}`;
}

/** Lets the app's handler answer a paused request, or lets it continue; fails it if not `mayGo`. */
export async function answerRequest(page: Conversation, paused: PausedRequest, mayGo: boolean): Promise<void> {
  const { requestId } = paused;
  const address = asAppAddress(paused.request.url);
  const handler = handlers.get(URL.parse(address)?.protocol.replace(':', '') ?? '');
  if (!mayGo) return void (await page.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' }));
  if (!handler) return void (await page.send('Fetch.continueRequest', { requestId }));
  const answer = await handler({ method: paused.request.method, url: address } as Request);
  await page.send('Fetch.fulfillRequest', {
    requestId,
    responseCode: answer.status,
    responseHeaders: [...answer.headers].map(([name, value]) => ({ name, value })),
    body: Buffer.from(await answer.arrayBuffer()).toString('base64'),
  });
}

export interface PausedRequest {
  requestId: string;
  resourceType: string;
  frameId: string;
  request: { url: string; method: string };
}
