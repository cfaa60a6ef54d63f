/** `npm run relay -- settings publish|show|rollback GROUP`: signs settings of a group of counters; the relay only stores them. */
import * as v from 'valibot';
import { english } from '../../contract/english.ts';
import { GroupName, type SettingsDocument, SignedSettings, signSettings, verifySettings } from '../../contract/relay/settings-document.ts';
import { withManaged } from '../../contract/settings/managed.ts';
import { Settings } from '../../contract/settings/settings.ts';
import { readIfThere } from '../../shared/files/read-if-there.ts';
import { readJson } from '../../shared/json/read-json.ts';
import { asRecord } from '../../shared/json/values.ts';
import { isoTime } from '../iso-time.ts';
import { askRelay } from '../operator/ask-relay.ts';
import { notManageable } from '../operator/unmanaged-reasons.ts';
import { CannotStart } from '../settings/settings-file.ts';
import type { Command } from './command.ts';
import { readSettingsKey, type SettingsKeyFile } from './settings-key.ts';

const USAGE = `Say what is to be done, and for which group:
  npm run relay -- settings publish GROUP FILE.json
  npm run relay -- settings show [GROUP] [--version N]
  npm run relay -- settings rollback GROUP [--version N]`;

export async function settings(command: Command): Promise<string> {
  const [what, group, ...more] = command.words;
  if (what === 'show' && group === undefined) return showGroups(command);
  if (group === undefined || !v.is(GroupName, group)) throw new CannotStart(USAGE);
  if (what === 'publish' && more.length === 1) return publish(command, group, more[0] ?? '');
  if (what === 'show' && more.length === 0) return show(command, group);
  if (what === 'rollback' && more.length === 0) return rollback(command, group);
  throw new CannotStart(USAGE);
}

async function publish(command: Command, group: string, file: string): Promise<string> {
  const key = readSettingsKey(command);
  const text = readIfThere(file);
  if (text === null) throw new CannotStart(`There is no file ${file}.`);
  const given = asRecord(readJson(text));
  if (given === null) throw new CannotStart(`${file} is no JSON object of settings.`);
  refuseWrong(given, file);
  const before = await versionsOf(command, group, key);
  return give(command, key, before, { group, settings: given, version: versionIn(command) ?? nextAfter(before) });
}

/** Version numbers only increase: old settings get a new one. */
async function rollback(command: Command, group: string): Promise<string> {
  const key = readSettingsKey(command);
  const before = await versionsOf(command, group, key);
  const to = versionIn(command);
  const back = to === null ? before[1] : before.find(({ version }) => version === to);
  if (!back) throw new CannotStart(to === null ? `${group} has no version before the one in use.` : `${group} has no version ${to}.`);
  refuseWrong(back.settings, `Version ${back.version}`);
  const done = await give(command, key, before, { group, settings: back.settings, version: nextAfter(before) });
  return command.json ? done : `${done} It says what version ${back.version} said.`;
}

async function show(command: Command, group: string): Promise<string> {
  const answer = await askRelay(command, 'GET', `/settings/${group}`);
  const all = signedIn(answer).map(({ document }) => readJson(document) as SettingsDocument);
  const wanted = versionIn(command) ?? all[0]?.version;
  const found = all.find(({ version }) => version === wanted);
  if (!found) throw new CannotStart(`${group} has no version ${wanted}.`);
  if (command.json) return JSON.stringify(found);
  const lines = all.map(({ version, by, made_at }) => `${version === wanted ? '*' : ' '} version ${version}, ${by}, ${made_at}`);
  const running = `${answer.counters_running_it} of ${answer.counters} counters run the newest.`;
  return `${lines.join('\n')}\n${running}\n\n${JSON.stringify(found.settings, null, 2)}`;
}

async function showGroups(command: Command): Promise<string> {
  const answer = await askRelay(command, 'GET', '/settings');
  if (command.json) return JSON.stringify(answer);
  const groups = answer.groups as { group: string; version: number; by: string; counters: number; counters_running_it: number }[];
  if (groups.length === 0) return 'No group has settings yet.';
  return groups
    .map((one) => `${one.group}  version ${one.version}, ${one.by}; ${one.counters_running_it} of ${one.counters} counters run it`)
    .join('\n');
}

async function give(
  command: Command,
  key: SettingsKeyFile,
  before: readonly SettingsDocument[],
  { group, settings: given, version }: Pick<SettingsDocument, 'group' | 'settings' | 'version'>,
): Promise<string> {
  if (version < nextAfter(before)) throw new CannotStart(`${group} has version ${before[0]?.version}: versions only rise.`);
  const document = { format: 1 as const, group, version, by: key.by, made_at: isoTime(command.now()), settings: given };
  const signed = signSettings(document, key);
  if (!v.is(SignedSettings, signed)) throw new CannotStart('These settings are too long: 64 kB at most.');
  const answer = await askRelay(command, 'POST', `/settings/${group}`, signed);
  if (command.json) return JSON.stringify(answer);
  return `Version ${version} of ${group} is published. \`npm run relay -- counters\` shows which counters run it.`;
}

/** Refuses invalid settings early. Counters check them, too, as their app's version may differ. */
function refuseWrong(given: Record<string, unknown>, where: string): void {
  const checked = withManaged(v.parse(Settings, {}), given);
  if (checked.ok) return;
  const { place, why } = checked;
  if (why === 'bad-value') throw new CannotStart(`${where}: ${place} cannot be used: ${english(checked.mistake)}`);
  const text = why === 'unknown-key' ? `${place} is no setting` : notManageable(place);
  throw new CannotStart(`${where}: ${text}. docs/relay.md lists what can be.`);
}

/** Newest first. Ignores versions without our signature, which a compromised relay could claim. */
async function versionsOf(command: Command, group: string, { publicKey }: SettingsKeyFile): Promise<SettingsDocument[]> {
  const { groups } = await askRelay(command, 'GET', '/settings');
  if (!(groups as { group: string }[]).some((one) => one.group === group)) return [];
  const read = signedIn(await askRelay(command, 'GET', `/settings/${group}`)).map((signed) => verifySettings(signed, publicKey));
  if (read.some((one) => !one.ok && one.why === 'another-key'))
    throw new CannotStart(`${group} has settings that are signed with another key; its counters would refuse yours.`);
  return read
    .flatMap((one) => (one.ok && one.document.group === group ? [one.document] : []))
    .sort((one, other) => other.version - one.version);
}

function signedIn({ versions }: Record<string, unknown>): SignedSettings[] {
  return v.parse(v.array(v.object({ signed: SignedSettings })), versions).map(({ signed }) => signed);
}

function nextAfter([newest]: readonly SettingsDocument[]): number {
  return (newest?.version ?? 0) + 1;
}

function versionIn({ version }: Command): number | null {
  if (version === undefined) return null;
  if (!/^[1-9]\d{0,14}$/.test(version)) throw new CannotStart('--version must be a whole number from 1 on.');
  return Number(version);
}
