/** Printers announced by a real mDNS responder, in a multicast group of this computer only. */
import { createSocket } from 'node:dgram';
import openMulticastDns, { type Options } from 'multicast-dns';
import { expect, onTestFinished, test } from 'vitest';
import { type Answer, announcedPrinters, printersIn } from '../../../main/printing/transports/announced-printers.ts';
import { until } from '../../e2e/venue/venue.ts';

const SERVICE = '_pdl-datastream._tcp.local';
const LOOPBACK = '127.0.0.1';

const instance = (name: string): string => `${name}.${SERVICE}`;
const pointer = (name: string): Answer => ({ type: 'PTR', name: SERVICE, data: instance(name) });
const service = (name: string, target: string, port = 9100): Answer => ({ type: 'SRV', name: instance(name), data: { port, target } });
const address = (name: string, data: string): Answer => ({ type: 'A', name, data });

async function freeUdpPort(): Promise<number> {
  const socket = createSocket('udp4');
  await new Promise<void>((resolve) => socket.bind(0, LOOPBACK, resolve));
  const { port } = socket.address();
  await new Promise<void>((resolve) => socket.close(resolve));
  return port;
}

/** Why this computer can't hear itself in the multicast group; null if it can. */
async function whyNoMulticast(network: Options): Promise<string | null> {
  const own = openMulticastDns(network);
  try {
    return await new Promise<string | null>((resolve) => {
      const limit = setTimeout(() => resolve('no multicast reaches this computer'), 5_000);
      const end = (answer: string | null): void => {
        clearTimeout(limit);
        resolve(answer);
      };
      own.on('error', (error: Error) => end(error.message));
      own.on('query', () => end(null));
      own.on('ready', () => own.query('is-heard.local', 'TXT', (error) => error && end(error.message)));
    });
  } finally {
    own.destroy();
  }
}

test('announced printers are found with name, port and address, in one answer or by further queries', async ({ skip }) => {
  const network = { port: await freeUdpPort(), interface: LOOPBACK, bind: '0.0.0.0' };
  const why = await whyNoMulticast(network);
  if (why) skip(why);
  const open = openMulticastDns(network);
  onTestFinished(() => void open.destroy());
  const asked: string[] = [];
  let answers = 0;
  open.on('response', () => {
    answers += 1;
  });
  open.on('query', ({ questions = [] }) => {
    for (const { type, name } of questions) {
      asked.push(`${type} ${name}`);
      if (type === 'PTR')
        open.respond({
          answers: [pointer('Küche'), pointer('Bar')],
          additionals: [service('Küche', 'epson.local'), address('EPSON.local', '192.168.1.40')],
        });
      if (type === 'SRV') open.respond([service('Bar', 'star.local', 9101)]);
      if (type === 'A') open.respond([address('star.local', '192.168.1.41')]);
    }
  });
  // Each query waits for the answers to the previous one, however slow this computer is.
  const wanted = [1, 3, 5];
  const wait = async (): Promise<void> => {
    const count = wanted.shift() ?? 0;
    await until('the answers', () => answers >= count, 30_000);
    await new Promise((resolve) => setImmediate(resolve));
  };
  expect(await announcedPrinters({ wait }, network)).toEqual([
    { host: '192.168.1.40', port: 9100, name: 'Küche' },
    { host: '192.168.1.41', port: 9101, name: 'Bar' },
  ]);
  expect(new Set(asked)).toEqual(new Set([`PTR ${SERVICE}`, `SRV ${instance('Bar')}`, 'A star.local']));
});

test("without a network the search finds no printers and doesn't fail", async () => {
  expect(await announcedPrinters({ wait: () => Promise.resolve() }, { interface: '192.0.2.1', port: await freeUdpPort() })).toEqual([]);
});

test.each([
  ['of another network', [pointer('a'), service('a', 'x.local'), address('x.local', '203.0.113.5')]],
  ['of this computer itself', [pointer('a'), service('a', 'x.local'), address('x.local', '127.0.0.1')]],
  ['that has no address', [pointer('a'), service('a', 'x.local')]],
  ['on port 0', [pointer('a'), service('a', 'x.local', 0), address('x.local', '10.0.0.1')]],
  ['of another kind of service', [{ ...pointer('a'), name: '_ipp._tcp.local' } as Answer, service('a', 'x.local')]],
])('an announced printer %s is left out', (_, records) => {
  expect(printersIn(records)).toEqual([]);
});

test("a found printer's name loses control and direction marks and is cut to 60 characters", () => {
  const name = `a\u0007\u202Eb.${'c'.repeat(100)}`;
  const [found] = printersIn([pointer(name), service(name, 'x.local'), address('x.local', '10.0.0.1')]);
  expect(found?.name).toBe(`ab.${'c'.repeat(57)}`);
  const many = Array.from({ length: 500 }, (_, at) => [pointer(`p${at}`), service(`p${at}`, 'x.local')]).flat();
  expect(printersIn([...many, address('x.local', '10.0.0.1')])).toHaveLength(64);
});
