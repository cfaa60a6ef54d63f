/** Bad webhooks: mutated, unsigned, oversized, slow and invalid requests to the receiver, during real notifications. */
import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { freePort } from '../../../main/demo/venue.ts';
import fc from '../../../test/setup/property.ts';
import { heapInUse, inspectable } from '../attacks/watch/heap-in-use.ts';
import { notificationOf, signatureOf, statusOf } from '../attacks/watch/meanwhile.ts';
import { storedBytes } from '../attacks/watch/stored-bytes.ts';
import { type Chance, chanceOf } from '../seeded.ts';
import { openVenueProcess } from '../venue-process.ts';
import { problemIf } from './outcome.ts';

const MARK = 'never-store-this';

export async function badWebhooks(count: number, seed: number, say: (line: string) => void = () => undefined) {
  const chance = chanceOf(seed);
  const app = await openVenueProcess();
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  // The service has its own connections: a stranger's oversized body doesn't close them.
  const ofTheService = new Agent();
  const loris: Socket[] = [];
  try {
    const inspector = await freePort();
    await app.switchOn([], inspectable(inspector));
    const held = () => heapInUse(app.pid(), inspector);
    const answers: Record<string, number> = {};
    const times: number[] = [];
    let realSent = 0;
    const realAnswers: Record<string, number> = {};
    const memory = [await held()];
    const odd = oddBodies(seed);
    // Endless senders: they may cost only their own connection.
    for (let open = 0; open < Math.min(500, count / 20); open += 1) loris.push(slowSender(app.receiverPort));

    const sendReal = async (): Promise<void> => {
      const body = notificationOf(`real-${realSent}`, app.venue.venueId, randomUUID());
      realSent += 1;
      const began = performance.now();
      const status = await post(ofTheService, app.receiverPort, { body: Buffer.from(body), signature: signatureOf(body) });
      realAnswers[status] = (realAnswers[status] ?? 0) + 1;
      times.push(performance.now() - began);
    };
    const lanes = Array.from({ length: 16 }, async (_, lane) => {
      for (let at = lane; at < count; at += 16) {
        const bad = mutated(chance, odd, app.venue.venueId);
        const status = await post(agent, app.receiverPort, bad);
        answers[status] = (answers[status] ?? 0) + 1;
        if (at % 100 === 0) await sendReal();
        if (at === Math.floor(count / 2)) memory.push(await held());
        if (at % 10_000 === 0 && at > 0) say(`${at} sent`);
      }
    });
    await Promise.all(lanes);
    for (const socket of loris) socket.destroy();
    await new Promise((resolve) => setTimeout(resolve, 500));
    const alive = app.isOn();
    memory.push(alive ? await held() : 0);
    await app.switchOff();
    times.sort((a, b) => a - b);
    const at = (share: number) => Math.round(times[Math.min(times.length - 1, Math.ceil(share * times.length) - 1)] ?? 0);
    const real = { sent: realSent, answers: realAnswers };
    const [p50, p99] = [at(0.5), at(0.99)];
    const unsignedStored = storedBytes(app.venue.dataDir).split(MARK).length - 1;
    const [, halfway = 0, end = 0] = memory;
    return {
      answers,
      real,
      unsignedStored,
      alive,
      figures:
        `${count} sent, answered ${JSON.stringify(answers)}; ${realSent} real ones meanwhile, answered ${JSON.stringify(realAnswers)}, ` +
        `p50 ${p50} ms, p99 ${p99} ms; memory ${memory.join(', ')} MB (start, half-way, end); unsigned bytes stored ${unsignedStored}`,
      problems: [
        ...problemIf(!alive, 'the app died'),
        ...problemIf(unsignedStored > 0, 'unsigned bytes were stored'),
        ...problemIf((realAnswers['200'] ?? 0) < realSent, `real notifications were not all answered 200: ${JSON.stringify(realAnswers)}`),
        ...problemIf(end > halfway * 1.15, `memory grew from ${halfway} MB half-way to ${end} MB`),
        ...problemIf(p99 > 100, `real notifications took ${p99} ms at the 99th percentile`),
      ],
    };
  } finally {
    for (const socket of loris) socket.destroy();
    agent.destroy();
    await app.close();
  }
}

function oddBodies(seed: number): string[] {
  return fc.sample(fc.oneof(fc.json({ maxDepth: 6 }), fc.string({ unit: 'binary' })), { seed, numRuns: 2_000 });
}

interface Mutated {
  body: Buffer;
  signature: string | null;
  headers?: Record<string, string>;
}

/** Makes a bad webhook. Unsigned ones carry a mark that must never be in the database. */
function mutated(chance: Chance, odd: readonly string[], venueId: string): Mutated {
  const real = Buffer.from(notificationOf(`${MARK}-${chance.below(1e9)}`, venueId, randomUUID()));
  const wrong = Buffer.from(real);
  switch (chance.below(14)) {
    case 0:
      return { body: real, signature: null };
    case 1:
      return { body: real, signature: signatureOf(`${real}x`) };
    case 2:
      return {
        body: real,
        signature: chance.pick(['', 'sha256=abc', '00', 'z'.repeat(64), signatureOf(real).slice(1), `${signatureOf(real)}00`]),
      };
    case 3:
      // The body is changed after signing.
      wrong[chance.below(wrong.length)] = (wrong[chance.below(wrong.length)] ?? 0) ^ (1 << chance.below(8));
      // Two flips may cancel out and leave the signature valid.
      if (wrong.equals(real)) wrong[0] = (wrong[0] ?? 0) ^ 1;
      return { body: wrong, signature: signatureOf(real) };
    case 4:
      return { body: Buffer.concat([real, Buffer.alloc(chance.below(200_000), 0x20)]), signature: signatureOf(real) };
    case 5:
      return { body: Buffer.from(`${'['.repeat(chance.below(30_000))}`), signature: null };
    case 6:
      return { body: Buffer.from(`${chance.pick(odd)}${MARK}`), signature: signatureOf(chance.pick(odd)) };
    case 7:
      // Signed over the unpacked body; the sent one differs.
      return { body: gzipSync(real), signature: signatureOf(real), headers: { 'content-encoding': 'gzip' } };
    // From here on the signature is valid and the content odd: stored or ignored, never a crash.
    case 8:
      return signed('{"id":"a","id":"b","order":[],"type":{"$ne":1}}');
    case 9:
      return signed(`${'['.repeat(2_000)}${']'.repeat(2_000)}`);
    case 10:
      return signed(Buffer.from([0xff, 0xfe, 0x00, 0xc3, 0x28, chance.below(256)]));
    case 11:
      return signed(chance.pick(odd));
    case 12: {
      // A sender with any clock error or time format.
      const createdAt = chance.pick(['1970-01-01T00:00:00Z', '2199-12-31T23:59:59.999999Z', 'yesterday', '', 1_700_000_000, null]);
      const order = { id: `skewed-${chance.below(50)}`, venue_id: venueId, status: 'CREATED', resource_url: '' };
      return signed(JSON.stringify({ id: randomUUID(), type: 'order.notification', order, created_at: createdAt }));
    }
    default: {
      const type = chance.pick(['', 'x', '__proto__', 'order.notification']);
      const order = chance.pick([null, 1, {}, { id: 7 }, { id: '' }]);
      return signed(JSON.stringify({ id: `odd-${chance.below(1_000)}`, type, order }));
    }
  }
}

function signed(content: string | Buffer): Mutated {
  const body = Buffer.from(content as string);
  return { body, signature: signatureOf(body) };
}

async function post(agent: Agent, port: number, { body, signature, headers }: Mutated): Promise<string> {
  const own = { 'content-type': 'application/json', 'content-length': body.length };
  const all = { ...own, ...headers, ...(signature !== null && { 'service-signature': signature }) };
  return statusOf({ port, path: '/notifications', method: 'POST', agent, headers: all }, body).then(String, () => 'connection cut');
}

function slowSender(port: number): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write('POST /notifications HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\n{');
  return socket;
}
