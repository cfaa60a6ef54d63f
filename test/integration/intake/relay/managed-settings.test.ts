/** A manager's settings through a relay, which may be compromised: only the key's owner can send them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { english } from '../../../../contract/english.ts';
import {
  codeWithPrint,
  makeSettingsPair,
  type SettingsDocument,
  type SignedSettings,
  signSettings,
} from '../../../../contract/relay/settings-document.ts';
import { SettingIsManaged, wordsOfRefusal } from '../../../../main/settings/managed/refusal.ts';
import { type CounterAtRelay, counterAtRelay } from './counter-at-relay.ts';
import { startTestRelay } from './test-relay.ts';

const chain = makeSettingsPair();
const GROUP = { group: 'harbour', key: chain.publicKey };

let counter: CounterAtRelay;
beforeEach(async () => {
  counter = await counterAtRelay({ joined: false });
  expect(await counter.kept.join(counter.relay.url, counter.relay.invite(['v1'], 'first-code', GROUP))).toBeNull();
  await connected();
});

const connected = () => counter.until(() => counter.state() === 'connected' && counter.relay.connected() === 1);
async function fresh(): Promise<void> {
  const hellos = counter.relay.hellos.length;
  counter.relay.cut();
  await counter.until(() => counter.relay.hellos.length > hellos && counter.state() === 'connected');
}
const document = (version: number, settings: object, over: Partial<SettingsDocument> = {}): SettingsDocument => ({
  format: 1,
  group: 'harbour',
  version,
  by: 'Example chain',
  made_at: '2026-11-22T12:00:00.000Z',
  settings: settings as SettingsDocument['settings'],
  ...over,
});
const signed = (version: number, settings: object, over: Partial<SettingsDocument> = {}) =>
  signSettings(document(version, settings, over), chain);
const give = (given: SignedSettings) => counter.relay.say({ type: 'settings', ...given });
const set = (work: object) => counter.settings.change((now) => ({ ...now, work: { ...now.work, ...work } }));
const undo = () => counter.settings.get().work.undo_seconds;
const refused = () => counter.managed.view()?.refused ?? null;
const words = () => {
  const why = refused();
  return why && english(wordsOfRefusal(why));
};

async function runs(version: number): Promise<void> {
  await counter.until(() => counter.managed.view()?.version === version);
  expect(refused()).toBeNull();
}

async function givesAndRuns(version: number, settings: object): Promise<void> {
  give(signed(version, settings));
  await runs(version);
}

async function isRefused(given: SignedSettings, code: string): Promise<void> {
  const before = { settings: counter.settings.get(), view: counter.managed.view() };
  give(given);
  await counter.until(() => refused()?.code === code);
  expect(counter.settings.get()).toEqual(before.settings);
  expect(counter.managed.view()).toMatchObject({ version: before.view?.version, places: before.view?.places });
  const pings = counter.relay.pings.length;
  await counter.until(() => counter.relay.pings.length > pings);
  expect(counter.state()).toBe('connected');
}

describe('settings with a valid signature', () => {
  it('apply at once as if staff had saved them, and the screen shows their manager and version', async () => {
    const changes: number[] = [];
    counter.settings.onChange(() => changes.push(undo()));
    await givesAndRuns(1, { work: { undo_seconds: 8 }, venues: { v1: { time_zone: 'Europe/Helsinki' } } });
    expect(counter.managed.view()).toEqual({
      by: 'Example chain',
      version: 1,
      group: 'harbour',
      keyPrint: expect.stringMatching(/^(\w{4} ){3}\w{4}$/),
      places: ['work.undo_seconds', 'venues.v1.time_zone'],
      refused: null,
    });
    expect(changes).toEqual([8]);
    expect(counter.settings.get().venues.v1).toMatchObject({ time_zone: 'Europe/Helsinki' });
    expect(counter.relay.hellos.at(-1)?.settings).toEqual({ version: 0, refused: null });
  });

  it("can't be changed here, and all other settings can", async () => {
    await givesAndRuns(1, { work: { undo_seconds: 8 } });
    expect(() => set({ undo_seconds: 3 })).toThrow(SettingIsManaged);
    let refusal: SettingIsManaged | null = null;
    try {
      set({ undo_seconds: 3, reminder_minutes: 30 });
    } catch (error) {
      refusal = error as SettingIsManaged;
    }
    expect([refusal?.text, refusal?.hint].map((text) => text && english(text))).toEqual([
      "Example chain manages this setting (work.undo_seconds). You can't change it here.",
      'Ask them to change it. Tillbridge picks up the change automatically.',
    ]);
    expect(counter.settings.get().work).toMatchObject({ undo_seconds: 8, reminder_minutes: 60 });
    set({ reminder_minutes: 30 });
    expect(counter.settings.get().work).toMatchObject({ undo_seconds: 8, reminder_minutes: 30 });
  });

  it('are editable again if a later version omits them; the value stays', async () => {
    await givesAndRuns(1, { work: { undo_seconds: 8 } });
    await givesAndRuns(2, { alerts: { volume: 60 } });
    set({ undo_seconds: 3 });
    expect(undo()).toBe(3);
  });

  it('are kept over a restart, and override changes of the settings file meanwhile', async () => {
    await givesAndRuns(4, { work: { undo_seconds: 8 } });
    // Another value is written, as a restored backup or an installer's file would.
    const file = join(counter.dataDir, 'settings.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"undo_seconds": 8', '"undo_seconds": 0'));
    counter.again();
    expect(undo()).toBe(8);
    expect(counter.managed.view()).toMatchObject({ by: 'Example chain', version: 4, places: ['work.undo_seconds'] });
    await connected();
    expect(counter.relay.hellos.at(-1)?.settings).toEqual({ version: 4, refused: null });
    // The same version again changes nothing; an older one is refused.
    await isRefused(signed(3, { work: { undo_seconds: 0 } }), 'older-version');
  });

  it('are no longer managed once staff remove the relay: their values stay and can be edited', async () => {
    await givesAndRuns(1, { work: { undo_seconds: 8 } });
    await counter.kept.leave();
    expect(counter.managed.view()).toBeNull();
    expect(undo()).toBe(8);
    set({ undo_seconds: 3 });
    counter.again();
    expect(undo()).toBe(3);
    expect(counter.managed.view()).toBeNull();
  });

  it("are no longer managed if an installer's file named another relay while Tillbridge was off", async () => {
    await givesAndRuns(1, { work: { undo_seconds: 8 } });
    await using other = await startTestRelay();
    await counter.set(other.url, null);
    counter.again();
    expect(counter.managed.view()).toBeNull();
    set({ undo_seconds: 3 });
    expect(undo()).toBe(3);
  });

  it('arrive by polling too, if WebSockets are blocked', async () => {
    counter.relay.faults.sockets = 'blocked';
    counter.relay.cut();
    await counter.until(() => counter.kept.view()?.isPolled && counter.state() === 'connected');
    counter.relay.polled.push({ type: 'settings', ...signed(1, { work: { undo_seconds: 8 } }) });
    await runs(1);
    await counter.until(() => counter.relay.hellos.at(-1)?.settings?.version === 1);
  });
});

describe('an attacker inside the relay', () => {
  beforeEach(async () => {
    await givesAndRuns(5, { work: { undo_seconds: 8 } });
  });

  it("can't change settings: any changed bit of the document or its signature is detected", async () => {
    const good = signed(6, { work: { undo_seconds: 0 } });
    await isRefused({ ...good, document: good.document.replace('"undo_seconds":0', '"undo_seconds":1') }, 'damaged');
    expect(words()).toMatch(/^Settings from the relay were rejected as a whole\. .* changed after signing/);
    const other = `${good.signature.startsWith('A') ? 'B' : 'A'}${good.signature.slice(1)}`;
    await isRefused({ ...good, signature: other, document: `${good.document} ` }, 'damaged');
  });

  it("can't sign settings: only the key that came with the code is accepted", async () => {
    const his = makeSettingsPair();
    const forged = signSettings(document(6, { work: { undo_seconds: 0 } }), his);
    await isRefused(forged, 'another-key');
    expect(words()).toContain("signed with a different key than the code's");
    await isRefused({ ...forged, document: `${forged.document} `, key: chain.publicKey }, 'damaged');
  });

  it("can't replay older settings: versions only rise; a rollback is a new version", async () => {
    await isRefused(signed(4, { work: { undo_seconds: 3 } }), 'older-version');
    await isRefused(signed(5, { work: { undo_seconds: 3 } }), 'older-version');
    counter.again();
    await connected();
    await isRefused(signed(4, { work: { undo_seconds: 3 } }), 'older-version');
    await givesAndRuns(6, { work: { undo_seconds: 3 } });
    expect(undo()).toBe(3);
  });

  it("can't deliver another group's settings", async () => {
    await isRefused(signed(6, { work: { undo_seconds: 0 } }, { group: 'airport' }), 'another-group');
  });

  it("can't replace the manager's key by another code for the same relay", async () => {
    const his = makeSettingsPair();
    const code = counter.relay.invite(['v1'], 'second-code', { group: 'harbour', key: his.publicKey });
    expect(await counter.kept.join(counter.relay.url, code)).toBeNull();
    await connected();
    await isRefused(signSettings(document(6, { work: { undo_seconds: 0 } }), his), 'another-key');
    // Staff who remove the relay and set it up again trust the new key.
    await counter.kept.leave();
    expect(
      await counter.kept.join(counter.relay.url, counter.relay.invite(['v1'], 'third-code', { group: 'harbour', key: his.publicKey })),
    ).toBeNull();
    await connected();
    give(signSettings(document(1, { work: { undo_seconds: 2 } }), his));
    await runs(1);
  });

  it("can't name another manager's key if the code that staff typed has a key fingerprint", async () => {
    await counter.kept.leave();
    const plain = '7K2QD0F1GHABCDE23456VWXYZ';
    const his = makeSettingsPair();
    counter.relay.invite(['v1'], plain, { group: 'harbour', key: his.publicKey });
    const problem = await counter.kept.join(counter.relay.url, codeWithPrint(plain, chain.publicKey));
    expect(problem).toMatchObject({ code: 'relay-code-another-key' });
    expect(english(problem?.text ?? '')).toContain('name different managers');
    expect(counter.managed.view()).toBeNull();
    const other = plain.replace('7', '8');
    counter.relay.invite(['v1'], other, GROUP);
    expect(await counter.kept.join(counter.relay.url, codeWithPrint(other, chain.publicKey).toLowerCase())).toBeNull();
  });

  it("can't keep a valid document out by delivering it first with a wrong signature", async () => {
    const next = signed(6, { work: { undo_seconds: 3 } });
    await isRefused({ ...next, signature: signed(7, {}).signature }, 'damaged');
    await fresh();
    expect(counter.relay.hellos.at(-1)?.settings).toEqual({ version: 5, refused: 0 });
    give(next);
    await runs(6);
    // Refusals the attacker caused end once the relay delivers what the app runs.
    await isRefused({ ...next, signature: signed(7, {}).signature, document: `${next.document} ` }, 'damaged');
    give(next);
    await counter.until(() => refused() === null);
    await runs(6);
  });

  it("can't delay notifications by sending the same invalid document hundreds of times", async () => {
    const bad = { ...signed(6, {}), document: 'nothing' };
    for (let times = 0; times < 300; times += 1) give(bad);
    await counter.until(() => refused()?.code === 'damaged');
    await counter.acked(counter.notify('o1'));
    expect(undo()).toBe(8);
  });
});

describe('an unusable document of the manager is refused whole', () => {
  it.each([
    ['a secret', { work: { undo_seconds: 0 }, secrets: { client_secret: 'x' } }, 'unknown-key', 'secrets'],
    ['an address', { work: { undo_seconds: 0 }, relay: { url: null } }, 'not-manageable', 'relay.url'],
    ["a setting that doesn't exist", { work: { undo_seconds: 0, undo_hours: 1 } }, 'unknown-key', 'work.undo_hours'],
    ['a value that the schema refuses', { work: { undo_seconds: 0 }, alerts: { volume: 5 } }, 'bad-value', 'alerts.volume'],
  ])('because of %s', async (_, settings, code, place) => {
    await givesAndRuns(1, { work: { undo_seconds: 8 } });
    await isRefused(signed(2, settings), code);
    expect(refused()).toMatchObject({ version: 2, place });
    expect(words()).toContain(place);
    expect(undo()).toBe(8);
    await fresh();
    expect(counter.relay.hellos.at(-1)?.settings).toEqual({ version: 1, refused: 2 });
    await givesAndRuns(3, { work: { undo_seconds: 2 } });
  });

  it('settings are refused if the code that paired this computer named no manager', async () => {
    await counter.kept.leave();
    expect(await counter.kept.join(counter.relay.url, counter.relay.invite(['v1'], 'plain-code'))).toBeNull();
    await connected();
    give(signed(1, { work: { undo_seconds: 8 } }));
    await counter.until(() => refused()?.code === 'no-key');
    expect(undo()).toBe(5);
    expect(words()).toContain('Ask your relay operator for a new code');
  });

  it("settings that couldn't be saved to managed-settings.json are delivered again at the next connection", async () => {
    const mend = counter.failWrites('managed-settings.json');
    give(signed(1, { work: { undo_seconds: 8 } }));
    await counter.until(() => refused()?.code === 'not-written');
    expect(undo()).toBe(5);
    mend();
    await fresh();
    expect(counter.relay.hellos.at(-1)?.settings).toEqual({ version: 0, refused: null });
    counter.again();
    await connected();
    expect(undo()).toBe(5);
    await givesAndRuns(1, { work: { undo_seconds: 8 } });
  });

  it("after pairing with another relay the first relay's manager and version no longer count", async () => {
    await givesAndRuns(5, { work: { undo_seconds: 8 } });
    await using other = await startTestRelay();
    expect(await counter.kept.join(other.url, other.invite(['v1'], 'code-of-another', GROUP))).toBeNull();
    await counter.until(() => other.connected() === 1 && counter.state() === 'connected');
    expect(counter.managed.view()).toMatchObject({ by: null, version: null, places: [] });
    other.say({ type: 'settings', ...signed(1, { work: { undo_seconds: 2 } }) });
    await runs(1);
  });
});
