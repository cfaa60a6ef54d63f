/** Somebody starts Tillbridge a second time on the folder of one that runs, with other settings, another backup, another vault: nothing of the first may change. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Generation, readName, worthKeeping } from '../../../../main/store/backups/generations.ts';
import { until } from '../../../e2e/venue/venue.ts';
import type { Chance } from '../../seeded.ts';
import { openVenueProcess, START } from '../../venue-process.ts';
import type { Attack } from '../attack.ts';
import { viewCounter } from '../watch/counter-view.ts';

/** The running app writes these itself; and a second start may leave a code there, by which whoever starts it comes into the counter. */
const ITS_OWN = /^(tillbridge\.sqlite(-wal|-shm)?|log\/.*|in-use\.lock.*|ways-in\/[0-9a-f]{32})$/;

/** By name in the data folder. */
type Files = ReadonlyMap<string, string>;

export const secondStart: Attack = {
  wants: 'A second start changes the settings, the vault or the database of the app that runs',
  async run({ chance, tries, say }) {
    const reached: string[] = [];
    const total = tries(60);
    const place = mkdtempSync(join(tmpdir(), 'tillbridge-second-'));
    const app = await openVenueProcess({ robot: false });
    const { dataDir } = app.venue;
    try {
      await app.switchOn();
      const view = await viewCounter(app.counterUrl());
      await view.call('backup.make', {});
      const settings = await view.call('settings.get', {});
      for (let round = 0; round < total; round += 1) {
        await backupsDone(dataDir);
        const before = filesOf(dataDir);
        const starts = Array.from({ length: 1 + chance.below(3) }, () => start(dataDir, argumentsOf(place, chance), chance));
        await Promise.all(starts);
        await backupsDone(dataDir);
        const after = filesOf(dataDir);
        const excused = ownBackups(dataDir, app.pid(), before, after);
        for (const name of new Set([...before.keys(), ...after.keys()]))
          if (!ITS_OWN.test(name) && before.get(name) !== after.get(name) && !excused(name))
            reached.push(`round ${round}: ${name} was changed`);
        const now = await view.call('settings.get', {}).catch(() => null);
        if (JSON.stringify(now) !== JSON.stringify(settings)) reached.push(`round ${round}: the running app has other settings`);
        if (!app.isOn()) reached.push(`round ${round}: the running app ended`);
        if (round % 20 === 19) say(`${round + 1} rounds`);
      }
      view.close();
      await app.switchOff();
      await app.switchOn();
      const again = await viewCounter(app.counterUrl());
      const kept = await again.call('settings.get', {});
      if (JSON.stringify(kept) !== JSON.stringify(settings)) reached.push('after its next start the app has other settings');
      if (again.notices().length > 0) reached.push(`its next start tells of ${again.notices().join(' ')}`);
      again.close();
    } finally {
      await app.close();
      rmSync(place, { recursive: true, force: true });
    }
    return { tried: total, reached };
  },
};

/** The running app makes a backup every quarter of an hour: one that is under way is waited for. */
async function backupsDone(dataDir: string): Promise<void> {
  const underWay = (): boolean => readdirSync(join(dataDir, 'backup')).some((name) => name.endsWith('.part'));
  await until('the end of a backup', () => !underWay(), 20_000).catch(() => undefined);
}

/**
 * What the running app itself did among its backups, by its own record: the ones that it says it made, those that it keeps no longer for
 * their sake, and the settings beside them, written again as they were. Everything else there was done by somebody else.
 */
function ownBackups(dataDir: string, pid: number, before: Files, after: Files): (name: string) => boolean {
  const folder = join(dataDir, 'backup');
  const made = madeBy(dataDir, pid).filter((name) => !before.has(join('backup', name)));
  if (made.length === 0) return () => false;
  const at = (name: string): Generation[] => {
    const said = readName(name);
    return said ? [{ ...said, path: join(folder, name), bytes: 0 }] : [];
  };
  const names = [...before.keys()].filter((name) => name.startsWith('backup')).map((name) => basename(name));
  const kept = worthKeeping([...names, ...made].flatMap(at).sort((a, b) => b.sequence - a.sequence || b.at - a.at)).map(({ name }) => name);
  return (path) => {
    const name = basename(path);
    if (path !== join('backup', name)) return false;
    if (!before.has(path)) return made.includes(name);
    if (!after.has(path)) return readName(name) !== null && !kept.includes(name);
    return /^settings(\.json|-file\.sha256)$/.test(name) && contentsIn(before, path) === contentsIn(after, path);
  };
}

function contentsIn(files: Files, name: string): string | undefined {
  return files.get(name)?.split(' ')[0];
}

/** The names of the backups that the process with this id says it made. */
function madeBy(dataDir: string, pid: number): string[] {
  const folder = join(dataDir, 'log');
  const lines = readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'));
  return lines.flatMap((line): string[] => {
    if (!line.includes('a backup was made')) return [];
    const said = JSON.parse(line) as { pid?: number; name?: string };
    return said.pid === pid && said.name !== undefined ? [said.name] : [];
  });
}

/** Several of them at once, as somebody in a hurry would type them. */
function argumentsOf(place: string, chance: Chance): string[] {
  const file = join(place, `${chance.below(1_000_000)}.json`);
  const other = {
    service: { auth_url: 'http://127.0.0.1:9/evil', client_id: 'somebody-else' },
    receiver: { port: 1 + chance.below(60_000) },
    counter: { port: 0 },
    printers: [],
    secrets: { client_secret: 'another-client-secret', webhook_secrets: ['another-webhook-secret-of-many-bits'] },
  };
  writeFileSync(file, chance.below(5) === 0 ? '{ "receiver": ' : JSON.stringify(other));
  return [
    ...(chance.below(4) > 0 ? ['--settings', file] : []),
    ...(chance.below(3) === 0 ? ['--restore-backup', 'newest'] : []),
    '--vault',
    chance.pick(['file', 'auto']),
  ];
}

/** Ends by itself, or is killed in the middle of it. */
async function start(dataDir: string, args: string[], chance: Chance): Promise<void> {
  const child = spawn(process.execPath, [START, '--data-dir', dataDir, '--host', 'browser', '--no-open', ...args], { stdio: 'ignore' });
  const gone = new Promise((resolve) => child.once('exit', resolve));
  const kill = chance.below(3) === 0 ? wait(chance.below(900)).then(() => child.kill('SIGKILL')) : null;
  const limit = setTimeout(() => child.kill('SIGKILL'), 20_000);
  await gone;
  clearTimeout(limit);
  await kill;
}

/** What each file holds, and by which rights and since when. */
function filesOf(folder: string): Files {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return new Map(
    files.flatMap((name): [string, string][] => {
      const stat = statSync(join(folder, name), { throwIfNoEntry: false });
      if (!stat?.isFile()) return [];
      const hash = createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex');
      return [[name, `${hash} ${stat.mode} ${stat.ino} ${stat.mtimeMs}`]];
    }),
  );
}
