/** From the relay operator's code to a key: typed, or from an installer's file. */
import { beforeEach, describe, expect, it } from 'vitest';
import { english } from '../../../../contract/english.ts';
import { type CounterAtRelay, counterAtRelay } from './counter-at-relay.ts';
import { startTestRelay } from './test-relay.ts';

let counter: CounterAtRelay;
beforeEach(async () => {
  counter = await counterAtRelay({ joined: false });
});

const connected = () => counter.state() === 'connected';
const joined = async (code: string) => {
  const problem = await counter.kept.join(counter.relay.url, code);
  return problem && { code: problem.code, text: english(problem.text), hint: english(problem.hint) };
};
async function joins(): Promise<void> {
  expect(await joined(counter.relay.invite(['v1']))).toBeNull();
  await counter.until(connected);
}

describe('a pasted code', () => {
  it('is exchanged for a key, and the relay is connected from then on, also after a restart', async () => {
    expect(counter.kept.view()).toBeNull();
    await joins();
    counter.again();
    await counter.until(connected);
    await counter.acked(counter.notify('o1'));
  });

  it('that is unknown or was used before is refused with advice', async () => {
    expect(await joined('nobody-made-this')).toEqual({
      code: 'relay-code-unknown',
      text: "The relay doesn't know this code.",
      hint: 'Ask your relay operator for a new one.',
    });
    const code = counter.relay.invite(['v1']);
    await joined(code);
    expect(await joined(code)).toMatchObject({ code: 'relay-code-used' });
    await counter.until(connected);
  });

  it("isn't used up if no relay answers, and works once one does", async () => {
    const code = counter.relay.invite(['v1']);
    counter.relay.faults.portal = 'page';
    expect(await joined(code)).toMatchObject({ text: expect.stringMatching(/^Something else answers instead of the relay/) });
    counter.relay.faults.portal = null;
    counter.relay.faults.status = 500;
    expect(await joined(code)).toMatchObject({ text: 'The relay has a fault.' });
    expect(counter.kept.view()).toBeNull();
    counter.relay.faults.status = null;
    expect(await joined(code)).toBeNull();
    await counter.until(connected);
  });

  it('replaces a revoked key at the same relay', async () => {
    const first = counter.relay.invite(['v1']);
    await joined(first);
    await counter.until(connected);
    counter.relay.revoke((await counter.access.key(counter.relay.url)) ?? '');
    await counter.until(() => counter.text() === 'Your relay operator removed this computer.');
    await joins();
  });

  it('leaves no key and no connection behind when staff remove the relay', async () => {
    await joins();
    await counter.kept.leave();
    await counter.until(() => counter.relay.connected() === 0);
    expect(counter.kept.view()).toBeNull();
    expect(await counter.access.key(counter.relay.url)).toBeNull();
  });

  it("of another relay pairs with that relay, which never gets the first relay's key", async () => {
    await joins();
    const key = (await counter.access.key(counter.relay.url)) ?? '';
    await using other = await startTestRelay();
    expect(await counter.kept.join(other.url, other.invite(['v1']))).toBeNull();
    await counter.until(() => connected() && counter.kept.view()?.address === other.url && other.connected() === 1);
    expect(await counter.access.key(other.url)).not.toBe('');
    expect(await counter.access.key(counter.relay.url)).toBeNull();
    expect(key).not.toBe('');
  });
});

describe("the code of an installer's file", () => {
  it('is exchanged at the start, as soon as the relay is available', async () => {
    const code = counter.relay.invite(['v1']);
    counter.relay.faults.status = 500;
    await counter.set(counter.relay.url, code);
    await counter.until(() => counter.text() === 'The relay has a fault.');
    counter.relay.faults.status = null;
    await counter.until(connected);
    expect(await counter.access.code(counter.relay.url)).toBeNull();
  });

  it("is reported once if it's refused", async () => {
    await counter.set(counter.relay.url, 'nobody-made-this');
    await counter.until(() => counter.text() === "The relay doesn't know this code.");
    expect(await counter.access.code(counter.relay.url)).toBeNull();
  });

  it('that is absent from the file makes the screen ask for a new code', async () => {
    await counter.set(counter.relay.url, null);
    await counter.until(() => counter.text() === 'No relay key is saved on this computer.');
    expect(english(counter.kept.view()?.hint ?? '')).toMatch(/^Ask your relay operator for a new code/);
  });
});
