/** Till, alert address, service and relay each explain failures, and use this computer's proxy. */
import tls from 'node:tls';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WebSocketServer } from 'ws';
import { english } from '../../../contract/english.ts';
import { post as postToRelay } from '../../../main/intake/relay/post.ts';
import { openSocketLine } from '../../../main/intake/relay/socket-line.ts';
import { wordsOfTrouble } from '../../../main/intake/relay/trouble.ts';
import { createHttp } from '../../../main/service/http.ts';
import { post as postAlert } from '../../../main/shift/alarm-webhook.ts';
import { postToTill, type TillError } from '../../../main/till/http-till.ts';
import type { TillOrder } from '../../../main/till/till-order.ts';
import { startTime } from '../../../main/time/start-time.ts';
import { systemTime } from '../../../shared/time/system-time.ts';
import { CERTIFICATES } from '../relay/certificates.ts';
import { NAME, openPlain, openProxy, openTls } from './outside.ts';

const ASK: Record<string, (address: string) => Promise<string | null>> = {
  async till(address) {
    const order = {} as TillOrder;
    return postToTill(systemTime, address, order, 'key', new AbortController().signal).then(
      () => null,
      (error) => english((error as TillError).text),
    );
  },
  async alert(address) {
    const text = await postAlert(systemTime, address, {});
    return text && english(text);
  },
  async service(address) {
    await using http = createHttp({ time: startTime() });
    const answer = await http.send({ method: 'GET', url: address, expects: { statuses: [200] } });
    if (!answer.ok) expect(answer.problem.outcome).toBeUndefined();
    return answer.ok ? null : english(answer.problem.text);
  },
  async relay(address) {
    const answer = await postToRelay(systemTime, { url: address, body: {}, withinMs: 10_000, most: 1_000 });
    return answer.ok ? null : english(wordsOfTrouble(answer.trouble, address).text);
  },
  relaySocket: (address) =>
    new Promise((resolve) => {
      const line = openSocketLine(address, 'key', {
        first: () => [],
        onFrame: () => {
          line.close();
          resolve(null);
        },
        onEnd: ({ trouble }) => resolve(english(wordsOfTrouble(trouble, address).text)),
      });
    }),
};
const OWN = ['till', 'alert'];
const ALL = Object.keys(ASK);
const answer = async (names: string[], address: string) =>
  Object.fromEntries(await Promise.all(names.map(async (name) => [name, await ASK[name]?.(address)])));
const allSay = (names: string[], sentence: string | null) => Object.fromEntries(names.map((name) => [name, sentence]));

let trusted: string[];
beforeEach(() => {
  trusted = tls.getCACertificates('default');
  for (const name of ['http_proxy', 'https_proxy', 'no_proxy']) {
    vi.stubEnv(name, undefined);
    vi.stubEnv(name.toUpperCase(), undefined);
  }
});
afterEach(() => {
  tls.setDefaultCACertificates(trusted);
  vi.unstubAllEnvs();
});
const hostOf = ({ port }: { port: number }) => `127.0.0.1:${port}`;
const trust = (): void => tls.setDefaultCACertificates([...trusted, CERTIFICATES[0]?.certificate ?? '']);

test('a server with a self-signed certificate gets nothing sent, and every sender says why', async () => {
  await using server = await openTls();
  const host = hostOf(server);
  expect(await answer(ALL, `https://${host}`)).toEqual(
    allSay(ALL, `This computer doesn't know who issued the certificate of ${host}, so nothing was sent.`),
  );
});

test('a server whose certificate is for another name gets nothing sent, and every sender says why', async () => {
  await using server = await openTls();
  trust();
  const host = hostOf(server);
  expect(await answer(ALL, `https://${host}`)).toEqual(allSay(ALL, `The certificate of ${host} is for another name, so nothing was sent.`));
});

test('https to a server that only speaks http: each sender says so, and that nothing was sent', async () => {
  await using server = await openPlain();
  const host = hostOf(server);
  expect(await answer(ALL, `https://${host}`)).toEqual(allSay(ALL, `${host} doesn't use HTTPS, so nothing was sent.`));
});

test("a redirect is reported with its target's host but not its path, and never followed", async () => {
  let followed = 0;
  await using other = await openPlain((_, response) => {
    followed += 1;
    response.end();
  });
  let to = '';
  await using server = await openPlain(
    (request, response) => void request.resume().on('end', () => response.writeHead(302, { location: to }).end()),
  );
  const address = `http://127.0.0.1:${server.port}/orders?key=hidden`;
  for (const [location, named] of [
    [`http://127.0.0.1:${other.port}/sign-in?from=secret`, `http://127.0.0.1:${other.port}`],
    ['/orders/', 'another address'],
  ] as const) {
    to = location;
    expect(await answer(OWN, address)).toEqual(
      allSay(OWN, `127.0.0.1:${server.port} redirects to ${named}, and Tillbridge doesn't follow redirects.`),
    );
  }
  expect(followed).toBe(0);
});

test('for addresses that staff enter, a closed port and an unknown host are reported by name', async () => {
  const gone = await openPlain();
  await gone[Symbol.asyncDispose]();
  expect(await answer(ALL, `https://127.0.0.1:${gone.port}`)).toEqual({
    ...allSay(OWN, `127.0.0.1:${gone.port} refuses the connection: no program answers there.`),
    service: "The service can't be reached.",
    relay: "The relay can't be reached.",
    relaySocket: "The relay can't be reached.",
  });
  // The name is longer than allowed, so no server is asked.
  const NOWHERE = `${'t'.repeat(64)}.invalid`;
  expect(await answer(ALL, `http://${NOWHERE}:8080/orders`)).toEqual({
    ...allSay(ALL, `No computer is named ${NOWHERE}.`),
    service: "The service can't be reached.",
  });
});

test("every sender uses this computer's proxy, except for hosts in NO_PROXY", async () => {
  await using server = await openTls();
  await using proxy = await openProxy(server.port);
  trust();
  vi.stubEnv('HTTPS_PROXY', `127.0.0.1:${proxy.port}`);
  const plain = ALL.filter((name) => name !== 'relaySocket');
  expect(await answer(plain, `https://${NAME}`)).toEqual(allSay(plain, null));
  expect(proxy.asked.length).toBe(plain.length);
  expect(new Set(proxy.asked)).toEqual(new Set([`${NAME}:443`]));
  vi.stubEnv('NO_PROXY', NAME);
  expect(await ASK.service?.(`https://${NAME}`)).toBe("The service can't be reached.");
  expect(proxy.asked.length).toBe(plain.length);
});

test("the relay's WebSocket uses the proxy too", async () => {
  const sockets = new WebSocketServer({ noServer: true });
  await using opened = await openTls();
  opened.server.on('upgrade', (request, socket, head) => sockets.handleUpgrade(request, socket, head, (open) => open.send('{}')));
  await using proxy = await openProxy(opened.port);
  trust();
  vi.stubEnv('HTTPS_PROXY', `http://127.0.0.1:${proxy.port}`);
  expect(await ASK.relaySocket?.(`https://${NAME}`)).toBe(null);
  expect(proxy.asked).toEqual([`${NAME}:443`]);
});

test("a proxy that refuses the connection or can't be reached is reported by name", async () => {
  await using proxy = await openProxy(null);
  for (const [port, isOpen] of [
    [proxy.port, true],
    [1, false],
  ] as const) {
    vi.stubEnv('HTTPS_PROXY', `http://user:word@127.0.0.1:${port}`);
    expect(await answer(ALL, `https://${NAME}`), String(isOpen)).toEqual(
      allSay(ALL, `The proxy 127.0.0.1:${port} doesn't connect this computer to ${NAME}.`),
    );
  }
});
