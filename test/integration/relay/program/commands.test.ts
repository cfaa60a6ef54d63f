/** The operator's commands, on the relay's computer. */
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { COMMANDS } from '../../../../relay/command/commands.ts';
import { testFolder } from '../../../setup/parts.ts';
import { openRelay, orderNotification, postOrder, type RunningRelay, VENUE } from '../at-the-relay.ts';
import { listen, ping, redeem } from '../light-counter.ts';

const run = (relay: RunningRelay, name: string, words: string[], json = false, label?: string) =>
  COMMANDS.get(name)?.({ dataDir: relay.dataDir, words, label, json, now: Date.now }) ?? Promise.reject(new Error(name));

test('an app is invited, listed and removed', async () => {
  const relay = await openRelay();
  expect(await run(relay, 'counters', [])).toBe('No counter has a key yet.');
  expect(await run(relay, 'relays', [])).toBe('This relay shares no database with others.');
  expect(await run(relay, 'relays', [], true)).toBe('{"relays":[]}');
  const output = await run(relay, 'invite', [VENUE], false, 'Harbour Kitchen');
  expect(output).toContain('It works once, until ');
  const { body } = await redeem(relay, output.split('\n')[0] ?? '');
  const counter = await listen(relay, String(body.key), { [VENUE]: 0 });
  const health = { appVersion: '0.2.0', openOrders: 0, printers: 'none', till: 'none', refreshTokenDays: null, managedVersion: null };
  counter.send(ping(1, { health: { ...health, updateRing: 'early' } }));
  await expect.poll(() => counter.frames.length).toBe(2);
  await postOrder(relay, orderNotification(VENUE));
  expect(await run(relay, 'counters', [])).toMatch(
    new RegExp(`^${body.counterId}  Harbour Kitchen  ${VENUE}\n  connected since .*Z, version 0\\.2\\.0 \\(early\\), 1 waiting since .*Z$`),
  );
  expect(JSON.parse(await run(relay, 'counters', [], true))).toMatchObject({ counters: [{ id: body.counterId, waiting: 1 }] });
  expect(await run(relay, 'revoke', [String(body.counterId)])).toContain('It is removed');
  expect(await counter.ended).toBe('revoked');
  await expect(run(relay, 'revoke', [String(body.counterId)])).rejects.toThrow('There is nothing of this name.');
  await expect(run(relay, 'invite', [])).rejects.toThrow('Name the venues');
  await expect(run(relay, 'invite', ['a/../b'])).rejects.toThrow('The relay answers: venue_ids.0: is no id of a venue');
  await relay.stop();
  await expect(run(relay, 'counters', [])).rejects.toThrow('No relay runs on');
});

test("the container's files are enough for a relay and its commands", () => {
  const folder = testFolder();
  const copied = [...readFileSync('relay/Containerfile', 'utf8').matchAll(/^COPY (?!package)(\S+) \.\/\1$/gm)].map(([, name = '']) => name);
  expect(copied).toEqual(['contract', 'resources/locales', 'shared', 'relay']);
  for (const name of [...copied, 'package.json']) cpSync(name, join(folder, name), { recursive: true });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'), 'junction');
  const typed = (...words: string[]) =>
    spawnSync(process.execPath, ['relay/start.ts', '--data-dir', join(folder, 'none'), ...words], { cwd: folder, encoding: 'utf8' });
  expect(typed('--help').stdout).toContain('npm run relay -- settings publish');
  expect(typed('settings-key', '--by', 'Example chain').stdout).toContain('Example chain signs settings with the key in');
  writeFileSync(join(folder, 'settings.json'), '{"work": {"undo_seconds": 99}}');
  expect(typed('settings', 'publish', 'harbour', 'settings.json').stderr).toBe(
    'settings.json: work.undo_seconds cannot be used: Enter 15 or less.\n',
  );
});

test('a relay command with a wrong argument ends with one sentence', () => {
  const typed = (...words: string[]) =>
    spawnSync(process.execPath, ['relay/start.ts', '--data-dir', testFolder(), ...words], { encoding: 'utf8' });
  for (const [words, text] of [
    [['counters'], /^No relay runs on .*\n$/],
    [['dance'], /^There is no command dance; --help lists them.\n$/],
    [['--prot', '1'], /Unknown option '--prot'/],
    [['--port', 'x'], /^--port must be a number from 0 to 65535.\n$/],
  ] as const) {
    const { status, stderr } = typed(...words);
    expect([status, stderr]).toEqual([1, expect.stringMatching(text)]);
  }
  expect(typed('--help').stdout).toContain('npm run relay -- invite');
});
