/** Trouble between the app and its relay: noticed within 15 s, shown in words, and fixed automatically if possible. */
import { beforeEach, describe, expect, it } from 'vitest';
import { type CounterAtRelay, counterAtRelay } from './counter-at-relay.ts';
import { type Faults, startTestRelay } from './test-relay.ts';

const NOTICED_MS = 15_000;
const MENDED_MS = 45_000;

let counter: CounterAtRelay;
beforeEach(async () => {
  counter = await counterAtRelay();
});

const connected = () => counter.state() === 'connected';
const inTrouble = () => counter.state() === 'trouble';

describe('the relay is in trouble', () => {
  const PAGE = "Something else answers instead of the relay, such as this network's sign-in page.";
  it.each<[string, Partial<Faults>, string]>([
    ["a connection that is dead at the relay's side", { isHalfOpen: true }, "The relay isn't responding."],
    ['a sign-in page in place of the relay', { portal: 'page' }, PAGE],
    ['a redirect to a sign-in page in place of the relay', { portal: 'redirect' }, PAGE],
    ['a fault of the relay', { status: 500 }, 'The relay has a fault.'],
    ['a relay that closes', { status: 503 }, 'The relay is restarting.'],
    ['too many connections at the relay', { refuses: 'too-many' }, 'The relay accepts no more connections right now.'],
  ])('%s is noticed, shown with advice, and recovered from', async (_what, faults, text) => {
    await counter.until(connected);
    Object.assign(counter.relay.faults, faults);
    if (!faults.isHalfOpen) counter.relay.cut();
    await counter.until(inTrouble, NOTICED_MS);
    expect(counter.text()).toBe(text);
    expect(counter.kept.view()?.hint).not.toBeNull();
    Object.assign(counter.relay.faults, { isHalfOpen: false, portal: null, status: null, refuses: null });
    counter.relay.cut();
    await counter.until(connected, MENDED_MS);
    await counter.acked(counter.notify('o1'));
  });

  it("a relay that can't be reached is reported, and connected again when it is back", async () => {
    await counter.until(connected);
    const port = Number(new URL(counter.relay.url).port);
    await counter.relay[Symbol.asyncDispose]();
    await counter.until(inTrouble, NOTICED_MS);
    expect(counter.text()).toBe("The relay can't be reached.");
    await using relay = await startTestRelay({ port });
    // The new relay at this address knows no keys.
    await counter.until(() => counter.text() === "The relay doesn't know this computer.", MENDED_MS);
    expect(counter.kept.view()?.hint).toMatchObject({ code: 'relay.enterNewCode' });
    relay.authenticate(['v1']);
    await counter.until(connected, 2 * MENDED_MS);
  });

  it('a relay that answers late over a slow connection still counts as connected', async () => {
    await counter.until(connected);
    counter.relay.faults.isBehind = true;
    const before = counter.relay.pings.length;
    await counter.until(() => counter.relay.pings.length >= before + 8);
    expect(connected()).toBe(true);
    expect(counter.relay.hellos).toHaveLength(1);
  });

  it("while the relay answers but can't save webhooks, staff are notified", async () => {
    await counter.until(connected);
    counter.relay.faults.keepsNothing = true;
    await counter.until(inTrouble, NOTICED_MS);
    expect(counter.text()).toBe("The relay can't save new webhooks right now. Orders may be missing here.");
    expect(counter.kept.view()?.hint).toMatchObject({ code: 'relay.checkMerchantApp' });
    counter.relay.faults.keepsNothing = false;
    await counter.until(connected, NOTICED_MS);
    expect(counter.relay.hellos).toHaveLength(1);
  });

  it('a relay that never answers a ping never counts as connected', async () => {
    counter.relay.faults.sockets = 'swallowed';
    counter.relay.faults.isHalfOpen = true;
    await counter.time.advance(60_000);
    expect(counter.kept.view()).toMatchObject({ lastProofAt: null });
    expect(connected()).toBe(false);
  });

  it.each([
    ['revoked', 'Your relay operator removed this computer.'],
    ['expired', "This computer's key for the relay has expired."],
    ['key', "The relay doesn't know this computer."],
    ['version', "The relay's version and this Tillbridge version don't work together."],
    ['bad-frame', "The relay couldn't read what this computer sent."],
  ] as const)('if the relay refuses this computer (%s), the screen says why and what to do', async (code, text) => {
    counter.relay.faults.refuses = code;
    await counter.until(inTrouble, NOTICED_MS);
    expect(counter.text()).toBe(text);
    expect(counter.kept.view()?.hint).not.toBeNull();
  });
});

describe('the computer', () => {
  it('that slept connects to the relay at once, and waiting notifications arrive', async () => {
    await counter.until(connected);
    counter.relay.faults.isHalfOpen = true;
    counter.time.sleep(3_600_000);
    counter.relay.faults.isHalfOpen = false;
    counter.relay.cut();
    await counter.acked(counter.notify('o1'), NOTICED_MS);
    expect(connected()).toBe(true);
  });

  it("that woke up with a dead connection reconnects at once, without waiting for a ping's time limit", async () => {
    await counter.until(connected);
    counter.relay.faults.isHalfOpen = true;
    counter.kept.retryNow();
    await counter.time.advance(4_500);
    counter.relay.faults.isHalfOpen = false;
    await counter.until(connected, 6_000);
  });

  it('that changed its network retries the connection at once', async () => {
    counter.relay.faults.refuses = 'revoked';
    await counter.until(inTrouble);
    counter.relay.faults.refuses = null;
    counter.kept.retryNow();
    await counter.until(connected, 2_000);
  });
});

describe('with blocked WebSockets', () => {
  it.each(['blocked', 'swallowed'] as const)(
    '%s: notifications arrive by polling, and by WebSocket again once it works',
    async (sockets) => {
      counter.relay.faults.sockets = sockets;
      await counter.until(connected, 30_000);
      expect(counter.kept.view()?.isPolled).toBe(true);
      expect(counter.text()).toMatch(/blocks lasting connections/);
      await counter.acked(counter.notify('o1'));
      // Each answer to a poll proves the connection.
      for (let turn = 0; turn < 30; turn += 1) {
        await counter.time.advance(1_000);
        await counter.until(connected, 8_000);
      }
      counter.relay.faults.sockets = null;
      await counter.until(() => counter.kept.view()?.isPolled === false && connected(), 240_000);
      await counter.acked(counter.notify('o2'));
      expect(counter.orders().toSorted()).toEqual(['o1', 'o2']);
    },
  );
});

describe('slow and cut', () => {
  it('nothing is lost or repeated over a slow connection that is cut repeatedly', async () => {
    counter.relay.faults.times = 2;
    counter.relay.faults.delayMs = 3;
    await counter.until(connected);
    const sent: string[] = [];
    for (let turn = 0; turn < 12; turn += 1) {
      for (let one = 0; one < 10; one += 1) {
        sent.push(`o${turn}-${one}`);
        counter.notify(`o${turn}-${one}`);
      }
      await counter.time.advance(300);
      if (turn % 2 === 0) counter.relay.cut();
      if (turn % 5 === 4) counter.again();
    }
    await counter.until(() => counter.relay.waiting('v1').length === 0);
    expect(counter.orders().toSorted()).toEqual(sent.toSorted());
  });
});
