/** `npm run relay -- status [GROUP]` */
import { askRelay } from '../operator/ask-relay.ts';
import type { Problem } from '../operator/problems.ts';
import type { GroupStatus, SilentVenue } from '../operator/status.ts';
import { CannotStart } from '../settings/settings-file.ts';
import type { Command } from './command.ts';

export async function status(command: Command): Promise<string> {
  const [group, ...more] = command.words;
  if (more.length > 0) throw new CannotStart('Name one group, or none: npm run relay -- status [GROUP]');
  const groups = (await askRelay(command, 'GET', '/groups')).groups as GroupStatus[];
  if (group === undefined) {
    const all = (await askRelay(command, 'GET', '/problems')).problems as Problem[];
    const others = all.filter(({ counter_id }) => counter_id === null);
    if (command.json) return JSON.stringify({ groups, problems: others });
    return [...(groups.length === 0 ? ['No counter has a key yet.'] : groups.map(linesOf)), ...others.map(lineOfProblem)].join('\n');
  }
  const found = groups.find((one) => one.group === group);
  if (!found) throw new CannotStart(`There is no group ${group}.`);
  const ofGroup = <T extends { group: string | null }>(all: unknown): T[] => (all as T[]).filter((one) => one.group === group);
  const silent = ofGroup<SilentVenue>((await askRelay(command, 'GET', '/silent')).venues);
  const problems = ofGroup<Problem>((await askRelay(command, 'GET', '/problems')).problems);
  if (command.json) return JSON.stringify({ ...found, silent, problems });
  return [linesOf(found), ...silent.map(lineOfSilent), ...problems.map(lineOfProblem)].join('\n');
}

function linesOf(one: GroupStatus): string {
  const { group, counters, connected, waiting, silent_venues: silent, newest_version: newest, problems } = one;
  const counted = <T>(all: readonly T[], name: (entry: T) => string, count: (entry: T) => number): string =>
    all.map((entry) => `${name(entry)} (${count(entry)})`).join(', ');
  const versions = counted(
    one.app_versions,
    ({ version }) => version,
    (entry) => entry.counters,
  );
  const rings = counted(
    one.update_rings,
    ({ ring }) => ring,
    (entry) => entry.counters,
  );
  const settings = counted(
    one.settings_versions,
    ({ version }) => (version === 0 ? 'none' : `version ${version}`),
    (entry) => entry.counters,
  );
  const found = counted(
    problems,
    ({ code }) => code,
    ({ count }) => count,
  );
  return [
    `${group ?? 'No group'}: ${connected} of ${counters} counters connected, ${waiting} waiting${waiting > 0 ? ` since ${one.waiting_since}` : ''}`,
    silent > 0 && `  silent: ${silent} ${silent === 1 ? 'venue' : 'venues'}, the longest since ${one.silent_since}`,
    versions && `  apps: ${versions}`,
    rings && `  update rings: ${rings}`,
    settings && `  settings: ${settings}${newest === null ? '' : `; the newest is version ${newest}`}`,
    found && `  problems: ${found}`,
  ]
    .filter((line) => line !== false && line !== '')
    .join('\n');
}

function lineOfProblem({ text }: Problem): string {
  return `  ! ${text}`;
}

function lineOfSilent({ venue_id, reason, since, counters }: SilentVenue): string {
  const names = counters.map(({ id, label }) => label || id).join(', ');
  return `  ${venue_id}  ${names}  ${reason === 'not-connected' ? 'not connected' : 'no notifications'} since ${since}`;
}
