/** A chain's settings for a group, through a relay: from the command to the running app. */
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeSettingsPair, type SettingsPair, signSettings } from '../../../contract/relay/settings-document.ts';
import { COMMANDS, type Command } from '../../../relay/command/commands.ts';
import { readSettingsKey } from '../../../relay/command/settings-key.ts';
import { inDatabase, testFolder } from '../../setup/parts.ts';
import { type CounterAtRelay, counterAtRelay } from '../intake/relay/counter-at-relay.ts';
import { OTHER_VENUE, openRelay, type RunningRelay, VENUE } from './at-the-relay.ts';
import { hello, type Invited, keyFor, listen, operator, ping, redeem } from './light-counter.ts';

const patiently = { timeout: 20_000 };

function chainOf(relay: RunningRelay) {
  const folder = testFolder();
  const keyFile = join(folder, 'settings.key');
  const type = (words: string[], more: Partial<Command> = {}): Promise<string> => {
    const [name = '', ...rest] = words;
    const typed = { dataDir: relay.dataDir, words: rest, label: undefined, json: false, now: Date.now, keyFile, ...more };
    return COMMANDS.get(name)?.(typed) ?? Promise.reject(new Error(name));
  };
  return {
    folder,
    keyFile,
    type,
    publish: (group: string, settings: unknown, more: Partial<Command> = {}) =>
      type(['settings', 'publish', group, writtenTo(folder, settings)], more),
    async code(venueId: string, group?: string): Promise<string> {
      return (await type(['invite', venueId], { label: venueId, group })).split('\n')[0] ?? '';
    },
  };
}

/** An app that has exchanged this code. */
async function openCounter(venueId: string, relay: RunningRelay, code: string): Promise<CounterAtRelay> {
  const counter = await counterAtRelay({ joined: false, venues: [venueId], isLive: true });
  expect(await counter.kept.join(relay.addresses.counter_url, code)).toBeNull();
  return counter;
}

async function openChain() {
  const { relay, chain } = await chainWithKey();
  return { relay, chain, counter: await openCounter(VENUE, relay, await chain.code(VENUE, 'harbour')) };
}

async function chainWithKey() {
  const relay = await openRelay();
  const chain = chainOf(relay);
  await chain.type(['settings-key'], { by: 'Example chain' });
  return { relay, chain };
}

function writtenTo(folder: string, settings: unknown): string {
  const file = join(folder, 'for-the-group.json');
  writeFileSync(file, typeof settings === 'string' ? settings : JSON.stringify(settings));
  return file;
}

const runs = (counter: CounterAtRelay, version: number) => expect.poll(() => counter.managed.view()?.version, patiently).toBe(version);
const shownBy = async (relay: RunningRelay) => (await operator(relay, 'GET', '/counters')).body;
const signedBy = (pair: SettingsPair, version: number, settings: Record<string, unknown>, group = 'harbour') =>
  signSettings({ format: 1, group, version, by: 'Example chain', made_at: '2026-11-22T12:00:00.000Z', settings }, pair);

test('published settings run at each app of the group over restarts, and can be rolled back', async () => {
  const relay = await openRelay();
  const chain = chainOf(relay);
  expect(await chain.type(['settings-key'], { by: 'Example chain' })).toContain('Example chain signs settings with the key in');
  const one = await openCounter(VENUE, relay, await chain.code(VENUE, 'harbour'));
  const other = await openCounter(OTHER_VENUE, relay, await chain.code(OTHER_VENUE, 'harbour'));
  const alone = await openCounter('venue-of-nobody', relay, await chain.code('venue-of-nobody'));

  const answer = await chain.publish('harbour', {
    work: { undo_seconds: 8 },
    privacy: { keep_days: 14 },
    desktop: { update_ring: 'early' },
  });
  expect(answer).toBe('Version 1 of harbour is published. `npm run relay -- counters` shows which counters run it.');
  await Promise.all([runs(one, 1), runs(other, 1)]);
  expect([one, other, alone].map(({ settings }) => settings.get().work.undo_seconds)).toEqual([8, 8, 5]);
  expect(one.managed.view()).toMatchObject({
    by: 'Example chain',
    places: ['work.undo_seconds', 'privacy.keep_days', 'desktop.update_ring'],
    refused: null,
  });
  expect([one, other, alone].map(({ settings }) => settings.get().desktop.update_ring)).toEqual(['early', 'early', 'stable']);
  expect(alone.managed.view()).toBeNull();
  await expect
    .poll(async () => shownBy(relay), patiently)
    .toMatchObject({
      counters: [
        { label: VENUE, group: 'harbour', managed_version: 1, newest_version: 1, settings_refused: null },
        { label: OTHER_VENUE, group: 'harbour', managed_version: 1 },
        { label: 'venue-of-nobody', group: null, managed_version: null, newest_version: null },
      ],
    });

  other.close();
  await chain.publish('harbour', { work: { undo_seconds: 0 } });
  await runs(one, 2);
  other.again();
  expect(other.managed.view()).toMatchObject({ version: 1, by: 'Example chain' });
  await runs(other, 2);
  expect(other.settings.get()).toMatchObject({ work: { undo_seconds: 0 }, privacy: { keep_days: 14 } });

  expect(await chain.type(['settings', 'rollback', 'harbour'])).toMatch(
    /^Version 3 of harbour is published\. .* It says what version 1 said\.$/,
  );
  await Promise.all([runs(one, 3), runs(other, 3)]);
  expect([one, other].map(({ settings }) => settings.get().work.undo_seconds)).toEqual([8, 8]);
  await expect.poll(() => chain.type(['settings', 'show']), patiently).toBe('harbour  version 3, Example chain; 2 of 2 counters run it');
  expect(await chain.type(['settings', 'show', 'harbour'], { version: '2' })).toContain('"undo_seconds": 0');
  expect(await chain.type(['counters'])).toContain('  group harbour: version 3');
  expect(relay.defects).toEqual([]);
});

test('an app that refuses a version reports why, keeps the previous and accepts the next', async () => {
  const { relay, chain, counter } = await openChain();
  await chain.publish('harbour', { work: { undo_seconds: 8 } });
  await runs(counter, 1);
  // As a later Tillbridge would publish it: this relay doesn't check settings.
  const pair = readSettingsKey({ dataDir: relay.dataDir, keyFile: chain.keyFile });
  const later = signedBy(pair, 2, { work: { undo_seconds: 3, undo_by_voice: true } });
  expect(await operator(relay, 'POST', '/settings/harbour', later)).toMatchObject({ status: 201, body: { group: 'harbour', version: 2 } });
  const why =
    'refused version 2 of the settings: its version of Tillbridge knows no setting work.undo_by_voice. Update it, or leave that out.';
  await expect
    .poll(() => shownBy(relay), patiently)
    .toMatchObject({ counters: [{ managed_version: 1, newest_version: 2, settings_refused: why }] });
  expect((await operator(relay, 'GET', '/problems')).body).toMatchObject({
    problems: [{ code: 'settings-refused', text: `${VENUE} ${why}`, venue_id: null }],
  });
  expect(await chain.type(['counters'])).toContain(`  group harbour: version 1 of 2; it ${why}`);
  expect(counter.settings.get().work.undo_seconds).toBe(8);
  await chain.publish('harbour', { work: { undo_seconds: 0 } });
  await runs(counter, 3);
  await expect.poll(() => shownBy(relay), patiently).toMatchObject({ counters: [{ managed_version: 3, settings_refused: null }] });
  expect((await operator(relay, 'GET', '/problems')).body).toEqual({ problems: [] });
});

test('settings that change a service address are refused whole, by the command and by the app', async () => {
  const { relay, chain, counter } = await openChain();
  counter.settings.change((now) => ({ ...now, service: { ...now.service, auth_url: 'https://service.example.test/auth' } }));
  await chain.publish('harbour', { work: { undo_seconds: 8 } });
  await runs(counter, 1);
  const before = counter.settings.get();
  const why = 'tokens, secrets or orders go there, so whoever changed it would receive them';
  const pair = readSettingsKey({ dataDir: relay.dataDir, keyFile: chain.keyFile });
  let version = 1;
  for (const key of ['auth_url', 'order_base_url', 'delivery_base_url', 'gateway_url']) {
    const given = { work: { undo_seconds: 0 }, service: { [key]: 'https://somebody-else.example.test' } };
    await expect(chain.publish('harbour', given)).rejects.toThrow(
      `service.${key} can't be managed remotely: ${why}. docs/relay.md lists what can be.`,
    );
    // The key's owner can also publish without our command.
    version += 1;
    expect(await operator(relay, 'POST', '/settings/harbour', signedBy(pair, version, given))).toMatchObject({ status: 201 });
    const settings_refused = `refused version ${version} of the settings: service.${key} can't be managed remotely: ${why}. Leave it out.`;
    const refused = { managed_version: 1, newest_version: version, settings_refused };
    await expect.poll(() => shownBy(relay), patiently).toMatchObject({ counters: [refused] });
  }
  expect(counter.settings.get()).toEqual(before);
  // Service settings that aren't addresses are accepted.
  const given = { service: { delivery_radius_metres: 4_000 }, venues: { [VENUE]: { sells: 'restaurant' } } };
  await chain.publish('harbour', given);
  await runs(counter, version + 1);
  expect(counter.settings.get()).toMatchObject({ ...given, service: { ...before.service, ...given.service } });
});

test('a relay restored from an older state learns the newer version, and no app goes back to the older', async () => {
  const { relay, chain, counter } = await openChain();
  await chain.publish('harbour', { work: { undo_seconds: 8 } });
  await relay.stop();
  const file = join(relay.dataDir, 'relay.sqlite');
  const before = readFileSync(file);
  const second = await relay.again();
  await chain.publish('harbour', { work: { undo_seconds: 0 } });
  await runs(counter, 2);
  await second.stop();
  for (const rest of ['-wal', '-shm']) rmSync(`${file}${rest}`, { force: true });
  writeFileSync(file, before);
  const third = await second.again();
  await expect
    .poll(() => shownBy(third), patiently)
    .toMatchObject({ counters: [{ managed_version: 2, newest_version: 1, settings_refused: expect.stringContaining('(--version)') }] });
  expect(counter.settings.get().work.undo_seconds).toBe(0);
  await chain.publish('harbour', { work: { undo_seconds: 3 } }, { version: '7' });
  await runs(counter, 7);
});

test("an app's refusal that a compromised relay caused is no longer shown once the relay is repaired", async () => {
  const { relay, chain, counter } = await openChain();
  await chain.publish('harbour', { work: { undo_seconds: 8 } });
  await runs(counter, 1);
  expect(counter.managed.take(relay.addresses.counter_url, signedBy(makeSettingsPair(), 2, { work: { undo_seconds: 0 } }))).toBe('refused');
  expect(counter.managed.view()).toMatchObject({ version: 1, refused: { code: 'another-key' } });
  const mended = await relay.again();
  await expect.poll(() => counter.managed.view()?.refused, patiently).toBeNull();
  await expect.poll(() => shownBy(mended), patiently).toMatchObject({ counters: [{ managed_version: 1, settings_refused: null }] });
});

test('publishing invalid settings, an older version or with another key is refused at once, and says why', async () => {
  const relay = await openRelay();
  const chain = chainOf(relay);
  await expect(chain.publish('harbour', {})).rejects.toThrow(/^There is no key in .*settings-key --by/);
  await expect(chain.type(['settings-key'])).rejects.toThrow('Say who manages the counters');
  await chain.type(['settings-key'], { by: 'Example chain' });
  for (const [given, text] of [
    [{ secrets: { client_secret: 'x' } }, 'secrets is no setting'],
    [{ relay: { url: null } }, "relay.url can't be managed remotely"],
    [{ work: { undo_seconds: 99 } }, 'work.undo_seconds cannot be used: Enter 15 or less.'],
    ['{', 'is no JSON object of settings'],
    [[], 'is no JSON object of settings'],
  ] as const)
    await expect(chain.publish('harbour', given)).rejects.toThrow(text);
  await expect(chain.type(['settings', 'publish', 'harbour', join(chain.folder, 'nowhere.json')])).rejects.toThrow('There is no file');
  for (const words of [['settings'], ['settings', 'publish', 'harbour'], ['settings', 'dance', 'harbour'], ['settings', 'show', 'a/b']])
    await expect(chain.type(words)).rejects.toThrow('Say what is to be done');
  await expect(chain.type(['settings', 'rollback', 'harbour'])).rejects.toThrow('harbour has no version before the one in use.');
  expect(await chain.type(['settings', 'show'])).toBe('No group has settings yet.');
  await expect(chain.type(['settings', 'show', 'harbour'])).rejects.toThrow('There is nothing of this name.');

  await chain.publish('harbour', { work: { undo_seconds: 8 } }, { version: '5' });
  await expect(chain.publish('harbour', {}, { version: '5' })).rejects.toThrow('harbour has version 5: versions only rise.');
  await expect(chain.publish('harbour', {}, { version: 'x' })).rejects.toThrow('--version must be a whole number');
  await expect(chain.type(['settings', 'rollback', 'harbour'], { version: '4' })).rejects.toThrow('harbour has no version 4.');
  const another = chainOf(relay);
  await another.type(['settings-key'], { by: 'Another chain' });
  await expect(another.publish('harbour', {})).rejects.toThrow('signed with another key');
});

test('a relay stores only signed and newer documents, and explains other refusals', async () => {
  const relay = await openRelay();
  const [pair, other] = [makeSettingsPair(), makeSettingsPair()];
  const post = async (body: unknown, group = 'harbour') => {
    const answer = await operator(relay, 'POST', `/settings/${group}`, body);
    return [answer.status, (answer.body as { error?: string }).error?.slice(0, 40)];
  };
  const good = signedBy(pair, 2, { work: { undo_seconds: 8 } });
  expect(await post(good)).toEqual([201, undefined]);
  expect(await post(good)).toEqual([409, 'This group has this version or a later o']);
  expect(await post(signedBy(pair, 1, {}))).toEqual([409, 'This group has this version or a later o']);
  expect(await post(signedBy(other, 3, {}))).toEqual([409, 'The settings of this group are signed wi']);
  expect(await post(signedBy(pair, 3, {}), 'airport')).toEqual([400, 'The document was made for another group.']);
  expect(await post({ ...signedBy(pair, 3, {}), document: good.document.replace('8', '9') })).toEqual([
    400,
    'This is no signed document of settings: ',
  ]);
  expect(await post({ document: 'x'.repeat(70_000), signature: good.signature, key: good.key })).toEqual([
    400,
    expect.stringMatching(/^document: /),
  ]);
  expect((await operator(relay, 'GET', '/settings/harbour')).body).toMatchObject({ version: 2, versions: [{ version: 2, signed: good }] });
  // Requires the operator's key.
  const strange = await fetch(`${relay.addresses.operator_url}/settings/harbour`, { method: 'POST', body: JSON.stringify(good) });
  expect(strange.status).toBe(401);
});

test("an invitation to a group names the group's manager; one without a group names no manager", async () => {
  const relay = await openRelay();
  const pair = makeSettingsPair();
  const invite = async (more: object) => {
    const { status, body } = await operator(relay, 'POST', '/invitations', { venue_ids: [VENUE], ...more });
    return status === 201 ? (await redeem(relay, (body as Invited).code)).body.settings : (body as { error: string }).error;
  };
  expect(await invite({})).toBeUndefined();
  expect(await invite({ group: 'harbour', settings_key: pair.publicKey })).toEqual({ group: 'harbour', key: pair.publicKey });
  expect(await invite({ group: 'harbour' })).toBe('settings_key: needed for the group harbour, which has no settings yet');
  expect(await invite({ settings_key: pair.publicKey })).toBe('settings_key: name the group too');
  expect(await invite({ group: 'har bour', settings_key: pair.publicKey })).toMatch(/^group: /);
  expect(await invite({ group: 'harbour', settings_key: 'A'.repeat(40) })).toBe('settings_key: is no public key for settings');
  await operator(relay, 'POST', '/settings/harbour', signedBy(pair, 1, {}));
  expect(await invite({ group: 'harbour' })).toEqual({ group: 'harbour', key: pair.publicKey });
});

test('apps without a manager or group get no settings; others get the newest once', async () => {
  const relay = await openRelay();
  const pair = makeSettingsPair();
  const { code } = (await operator(relay, 'POST', '/invitations', { venue_ids: [VENUE], group: 'harbour', settings_key: pair.publicKey }))
    .body as Invited;
  const key = String((await redeem(relay, code)).body.key);
  for (const version of [1, 2]) await operator(relay, 'POST', '/settings/harbour', signedBy(pair, version, {}));
  const settingsOf = (frames: readonly { type: string }[]) => frames.filter(({ type }) => type === 'settings');
  const answered = async (counter: Awaited<ReturnType<typeof listen>>) => {
    counter.send(ping(99));
    await expect.poll(() => counter.frames.at(-1)).toMatchObject({ type: 'pong', id: 99 });
    return settingsOf(counter.frames);
  };
  const early = await listen(relay, key, { [VENUE]: 0 });
  expect(await answered(early)).toEqual([]);
  await early.close();
  const greet = async (settings: object, as = key) => {
    const counter = await listen(relay, as, null);
    counter.send({ ...hello({ [VENUE]: 0 }), settings } as Parameters<typeof counter.send>[0]);
    const given = await answered(counter);
    return { counter, given };
  };
  const newest = { type: 'settings', ...signedBy(pair, 2, {}) };
  const first = await greet({ version: 0, refused: null });
  expect(first.given).toEqual([newest]);
  const next = signedBy(pair, 3, {});
  await operator(relay, 'POST', '/settings/harbour', next);
  await expect.poll(() => settingsOf(first.counter.frames)).toEqual([newest, { type: 'settings', ...next }]);
  await first.counter.close();
  expect((await greet({ version: 3, refused: null })).given).toEqual([]);
  expect((await greet({ version: 1, refused: 3 })).given).toEqual([]);
  const stranger = await keyFor(relay, VENUE);
  expect((await greet({ version: 0, refused: null }, stranger.key)).given).toEqual([]);
});

test("the key that signs a chain's settings has its own file, isn't read by the relay and never overwritten", async () => {
  const relay = await openRelay();
  const chain = chainOf(relay);
  await expect(chain.type(['settings-key'], { by: 'Example chain', keyFile: join(relay.dataDir, 'settings.key') })).rejects.toThrow(
    "must not lie in a relay's data folder",
  );
  expect(existsSync(join(relay.dataDir, 'settings.key'))).toBe(false);
  const made = JSON.parse(await chain.type(['settings-key'], { by: 'Example chain', json: true })) as {
    public_key: string;
    key_print: string;
  };
  if (process.platform !== 'win32') expect(statSync(chain.keyFile).mode & 0o777).toBe(0o600);
  const again = await chain.type(['settings-key'], { by: 'Somebody else' });
  expect(again).toContain(`Example chain signs settings with the key in ${chain.keyFile}: ${made.key_print}`);
  await chain.publish('harbour', { work: { undo_seconds: 8 } });
  const { private_key: secret } = JSON.parse(readFileSync(chain.keyFile, 'utf8')) as { private_key: string };
  await relay.stop();
  for (const name of ['relay.sqlite', 'operator.key']) expect(readFileSync(join(relay.dataDir, name), 'latin1')).not.toContain(secret);
  expect(readFileSync(join(relay.dataDir, 'relay.sqlite'), 'latin1')).toContain(made.public_key);
  writeFileSync(chain.keyFile, '{}');
  await expect(chain.type(['settings', 'rollback', 'harbour'])).rejects.toThrow('holds no key for settings');
});

test("a chain publishes from another computer with the operator's key, and only over HTTPS", async () => {
  const { relay, chain } = await chainWithKey();
  const operatorKeyFile = join(chain.folder, 'operator.key');
  writeFileSync(operatorKeyFile, `${relay.addresses.operator_key}\n`);
  const from = { dataDir: join(chain.folder, 'no-relay-here'), url: relay.addresses.counter_url, operatorKeyFile };
  expect(await chain.publish('harbour', { work: { undo_seconds: 8 } }, from)).toContain('Version 1 of harbour');
  await expect(chain.publish('harbour', {}, { ...from, operatorKeyFile: undefined })).rejects.toThrow('--operator-key');
  for (const url of ['http://relay.example.test', 'ftp://127.0.0.1', 'http://127.0.0.1.example.test', 'relay'])
    await expect(chain.publish('harbour', {}, { ...from, url })).rejects.toThrow('with https');
  await expect(chain.publish('harbour', {}, { ...from, dataDir: relay.dataDir, url: undefined })).resolves.toContain('Version 2');
});

test("a forged high version on the relay doesn't keep the chain from publishing", async () => {
  const { relay, chain } = await chainWithKey();
  await chain.publish('harbour', { work: { undo_seconds: 8 } });
  const pair = readSettingsKey({ dataDir: relay.dataDir, keyFile: chain.keyFile });
  await relay.stop();
  const forged = { ...signedBy(pair, 1, {}), document: signedBy(pair, 9_000_000, {}).document };
  inDatabase(join(relay.dataDir, 'relay.sqlite'), (db) =>
    db
      .prepare('INSERT INTO group_settings (group_name, version, signed) VALUES (?, ?, ?)')
      .run('harbour', 9_000_000, JSON.stringify(forged)),
  );
  await relay.again();
  expect(await chain.publish('harbour', { work: { undo_seconds: 3 } })).toContain('Version 2 of harbour');
});
