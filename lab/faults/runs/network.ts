/** A bad network: a proxy to the order API that delays, truncates, resets before or after the effect, and answers nonsense. */
import { setTimeout as wait } from 'node:timers/promises';
import { bodyOf, passBack, passOn, serve } from '../local-server.ts';
import { type Chance, chanceOf } from '../seeded.ts';
import { type AwkwardService, openVenueProcess } from '../venue-process.ts';
import { problemsOf } from './outcome.ts';

const FAULTS = ['429', '500', '503', 'html', 'reset before', 'reset after', 'truncated', 'late'] as const;

interface Watch {
  /** Calls repeated after a fault; `tooSoon`: those before its pause ended. */
  calledAgain: number;
  tooSoon: string[];
  called(endpoint: string): void;
  /** `at`: when the fault was chosen, epoch ms; the app can't know it earlier. */
  failed(endpoint: string, fault: string, at: number): void;
  worked(endpoint: string): void;
}

interface Fault {
  strikes: number;
  /** When the app knew of the fault; null until then. */
  heardAt: number | null;
  until: number;
}

/** An order with a notification or a waiting command is read again after this at most, ms. */
const LONGEST_READING_PAUSE_MS = 4_000;
const LONGEST_PAUSE_MS = 60_000;
const READING = /^GET .*\/v2\/orders\/[^/]+$/;
/** A call this soon after a fault was already in flight, ms. */
const UNDER_WAY_MS = 450;

/**
 * Expects at least half of 1, 2, 4 ... 60 s after the nth fault in a row, or a reading's maximum; after a 429 for the whole venue.
 * `appAnswers`: an answer proves the app processed earlier events.
 */
function watchPauses(appAnswers: () => Promise<unknown>): Watch {
  const faults = new Map<string, Fault>();
  const isUnderWay = ({ heardAt }: Fault, at: number): boolean => heardAt === null || at - heardAt < UNDER_WAY_MS;
  const self: Watch = {
    calledAgain: 0,
    tooSoon: [],
    called(endpoint) {
      for (const key of [endpoint, 'venue']) {
        const fault = faults.get(key);
        if (!fault || isUnderWay(fault, Date.now())) continue;
        if (key === endpoint) self.calledAgain += 1;
        const early = fault.until - Date.now();
        // Less is transport time.
        if (early > 20)
          self.tooSoon.push(`${endpoint} was called ${Math.round(early)} ms too soon after ${fault.strikes} faults of ${key}`);
      }
    },
    failed(endpoint, fault, at) {
      const key = fault === '429' ? 'venue' : endpoint;
      const known = faults.get(key);
      // Calls in flight when the pause began failed together with its cause.
      const isSame = known !== undefined && isUnderWay(known, at);
      const strikes = (known?.strikes ?? 0) + (isSame ? 0 : 1);
      const longest = READING.test(key) ? LONGEST_READING_PAUSE_MS : LONGEST_PAUSE_MS / 2;
      const until = at + Math.min(longest, (1_000 * 2 ** (strikes - 1)) / 2);
      const latest: Fault = isSame ? known : { strikes, heardAt: null, until: 0 };
      latest.until = Math.max(until, known?.until ?? 0);
      faults.set(key, latest);
      if (isSame) return;
      const heard = (): void => {
        latest.heardAt = Date.now();
      };
      appAnswers().then(heard, () => undefined);
    },
    worked(endpoint) {
      faults.delete(endpoint);
      faults.delete('venue');
    },
  };
  return self;
}

/** `share` of requests with a fault, 0 to 1. */
async function startBadProxy(target: string, chance: Chance, share: () => number, appAnswers: () => Promise<unknown>) {
  const met: Record<string, number> = {};
  const watch = watchPauses(appAnswers);
  // Each fault is used once before any repeats.
  let left: (typeof FAULTS)[number][] = [];
  const nextFault = () => {
    if (left.length === 0) left = [...FAULTS];
    return left.splice(chance.below(left.length), 1)[0] ?? 'none';
  };
  const { url, close } = await serve(async (incoming, outgoing) => {
    const body = await bodyOf(incoming);
    const fault = chance.next() < share() ? nextFault() : 'none';
    met[fault] = (met[fault] ?? 0) + 1;
    const endpoint = `${incoming.method} ${incoming.url}`;
    watch.called(endpoint);
    const chosenAt = Date.now();
    if (fault !== 'none' && fault !== 'late') outgoing.once('close', () => watch.failed(endpoint, fault, chosenAt));
    else outgoing.once('finish', () => outgoing.statusCode < 400 && watch.worked(endpoint));
    switch (fault) {
      case '429':
        return void outgoing.writeHead(429, chance.below(2) === 0 ? {} : { 'retry-after': '1' }).end();
      case '500':
      case '503':
        return void outgoing.writeHead(Number(fault)).end('{"reason":"broken"}');
      case 'html':
        return void outgoing.writeHead(200, { 'content-type': 'text/html' }).end('<html>Sign in to the network</html>');
      case 'reset before':
        return void incoming.socket.resetAndDestroy();
      case 'late':
        await wait(200 + chance.below(800));
    }
    passOn(target, incoming, outgoing, {
      body,
      onReply(answer) {
        if (fault === 'reset after') return void incoming.socket.resetAndDestroy();
        if (fault !== 'truncated') return passBack(answer, outgoing);
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.once('data', (first: Buffer) => {
          outgoing.write(first.subarray(0, Math.floor(first.length / 2)));
          setTimeout(() => incoming.socket.resetAndDestroy(), 10);
        });
        answer.once('end', () => incoming.socket.resetAndDestroy());
      },
    });
  });
  return { url, met, watch, close };
}

/** `share` of the requests meet a fault; in the end the network is well. */
export async function badNetwork(
  orders: number,
  seed: number,
  share = 0.25,
  say: (line: string) => void = () => undefined,
  awkward: AwkwardService | null = null,
) {
  const chance = chanceOf(seed);
  let faulty = share;
  const proxies: Awaited<ReturnType<typeof startBadProxy>>[] = [];
  let counter = '';
  const app = await openVenueProcess({
    awkward,
    between: async (orderBaseUrl) => {
      const appAnswers = () => fetch(counter).then((page) => page.text());
      const proxy = await startBadProxy(orderBaseUrl, chance, () => faulty, appAnswers);
      proxies.push(proxy);
      return proxy.url + new URL(orderBaseUrl).pathname;
    },
  });
  try {
    await app.switchOn();
    counter = new URL(app.counterUrl()).origin;
    for (let count = 0; count < orders; count += 1) {
      await app.place(chance.pick(['takeaway', 'instant', 'group', 'self-delivery']), { cash_payment: null });
      await wait(50 + chance.below(100));
      if (count % 200 === 199) say(`${count + 1} orders`);
    }
    await wait(5_000);
    faulty = 0;
    const accounted = await app.account(120_000);
    const { account } = accounted;
    const { calledAgain = 0, tooSoon = [] } = proxies[0]?.watch ?? {};
    return {
      account,
      figures:
        `${orders} orders, lost ${account.lost}, done twice ${account.doubled}, ${account.seconds} s; ${JSON.stringify(proxies[0]?.met)}; ` +
        `called again ${calledAgain} times after a fault, ${tooSoon.length} times too soon`,
      problems: [...problemsOf(accounted), ...tooSoon],
    };
  } finally {
    await app.close();
    for (const proxy of proxies) await proxy.close();
  }
}
