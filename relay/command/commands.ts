/**
 * `npm run relay -- invite|counters|revoke|...`: the operator page's functions, and counters' settings, which only their key's owner can
 * sign.
 */
import { codeWithPrint } from '../../contract/relay/settings-document.ts';
import { askRelay } from '../operator/ask-relay.ts';
import type { RelayShown } from '../operator/other-relays.ts';
import { CannotStart } from '../settings/settings-file.ts';
import type { Command } from './command.ts';
import { settings } from './settings-commands.ts';
import { makeSettingsKey, readSettingsKey } from './settings-key.ts';
import { status } from './status-command.ts';
import { support } from './support-command.ts';

export type { Command } from './command.ts';

export const COMMANDS = new Map<string, (command: Command) => Promise<string>>([
  ['invite', invite],
  ['counters', counters],
  ['status', status],
  ['relays', relays],
  ['revoke', revoke],
  ['support', support],
  ['settings-key', makeSettingsKey],
  ['settings', settings],
]);

async function invite(command: Command): Promise<string> {
  const { words, label, json, group } = command;
  if (words.length === 0) throw new CannotStart('Name the venues that the counter serves: npm run relay -- invite VENUE_ID ...');
  const key = group === undefined ? null : readSettingsKey(command).publicKey;
  const managed = key === null ? {} : { group, settings_key: key };
  const made = await askRelay(command, 'POST', '/invitations', { venue_ids: words, ...(label === undefined ? {} : { label }), ...managed });
  const code = key === null ? String(made.code) : codeWithPrint(String(made.code), key);
  if (json) return JSON.stringify({ ...made, code });
  return `${code}\n\nPaste this code into Setup or Settings, Webhooks, of the counter. It works once, until ${clock(String(made.expires_at))}.`;
}

function clock(iso: string): string {
  return new Date(iso).toLocaleString('sv-SE', { dateStyle: 'short', timeStyle: 'short' });
}

interface ShownCounter {
  id: string;
  label: string;
  venue_ids: string[];
  is_connected: boolean;
  connected_since: string | null;
  app_version: string | null;
  update_ring: string | null;
  last_proof_at: string;
  waiting: number;
  waiting_since: string | null;
  group: string | null;
  newest_version: number | null;
  managed_version: number | null;
  settings_refused: string | null;
}

async function counters(command: Command): Promise<string> {
  const answer = await askRelay(command, 'GET', '/counters');
  if (command.json) return JSON.stringify(answer);
  const all = answer.counters as ShownCounter[];
  if (all.length === 0) return 'No counter has a key yet.';
  return all
    .map((counter) => {
      const { id, label, venue_ids, is_connected, connected_since, last_proof_at, app_version, update_ring, waiting, waiting_since } =
        counter;
      const runs = app_version === null ? '' : `, version ${app_version}${update_ring === null ? '' : ` (${update_ring})`}`;
      const state = is_connected ? `connected since ${connected_since}${runs}` : `not connected, last seen ${last_proof_at}`;
      const backlog = waiting > 0 ? `, ${waiting} waiting since ${waiting_since}` : '';
      return `${id}  ${label || 'no name'}  ${venue_ids.join(', ')}\n  ${state}${backlog}${settingsOf(counter)}`;
    })
    .join('\n');
}

function settingsOf({ group, newest_version, managed_version, settings_refused }: ShownCounter): string {
  if (group === null) return '';
  const runs = managed_version === null ? 'no settings' : `version ${managed_version}`;
  const newest = newest_version === null || newest_version === managed_version ? '' : ` of ${newest_version}`;
  return `\n  group ${group}: ${runs}${newest}${settings_refused === null ? '' : `; it ${settings_refused}`}`;
}

async function relays(command: Command): Promise<string> {
  const answer = await askRelay(command, 'GET', '/relays');
  if (command.json) return JSON.stringify(answer);
  const all = answer.relays as RelayShown[];
  if (all.length === 0) return 'This relay shares no database with others.';
  return all
    .map(({ name, is_away, seen_at, version, spooled }) => {
      const state = is_away ? `away, last seen ${seen_at}` : `up, version ${version ?? 'unknown'}`;
      return `${name}  ${state}${spooled ? `, ${spooled} waiting on its disk for the database` : ''}`;
    })
    .join('\n');
}

async function revoke(command: Command): Promise<string> {
  const [id] = command.words;
  if (id === undefined || command.words.length > 1)
    throw new CannotStart('Name one counter by the id that `npm run relay -- counters` shows.');
  await askRelay(command, 'DELETE', `/counters/${encodeURIComponent(id)}`);
  return command.json ? JSON.stringify({ revoked: id }) : 'It is removed, and needs a new code to come back.';
}
