/** Another user of the computer tries to read everything in the data folder: while the app starts, works, makes a backup, and after it. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../../../main/demo/venue.ts';
import { until } from '../../../e2e/venue/venue.ts';
import { openVenueProcess, START, type VenueProcess } from '../../venue-process.ts';
import type { Attack, Force } from '../attack.ts';
import { viewCounter } from '../watch/counter-view.ts';

const NOBODY = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'];

/** Null where another user can be played. */
export function whyNoOtherUser(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'becoming another user needs root on Linux';
  return spawnSync(NOBODY[0] ?? '', [...NOBODY.slice(1), 'true']).status === 0 ? null : 'setpriv cannot become another user here';
}

/** What the app found when it started. */
const SITUATIONS = ['a new folder', 'an old folder', 'an old folder, open wide', 'a folder in a place where everybody may write'] as const;

export const anotherUser: Attack = {
  wants: 'Another user of the computer reads names and phone numbers in the data folder',
  async run(force) {
    const why = whyNoOtherUser();
    if (why) return { tried: 0, reached: [], skipped: why };
    const reached: string[] = [];
    let tried = 0;
    const total = force.tries(60);
    for (let round = 0; round < total; round += 1) {
      const situation = SITUATIONS[(round + force.chance.below(2)) % SITUATIONS.length] ?? 'a new folder';
      const found = await (situation === 'a new folder' ? newFolder() : oldFolder(situation, force));
      tried += found.looks;
      reached.push(...found.reached.map((what) => `${situation}: ${what}`));
      if (round % 10 === 9) force.say(`${round + 1} rounds, ${tried} looks`);
    }
    return { tried, reached, figures: `${total} folders, ${tried} looks through one` };
  },
};

interface Found {
  reached: string[];
  looks: number;
}

/** The very first start, by somebody whose umask closes nothing. */
async function newFolder(): Promise<Found> {
  const place = mkdtempSync(join(tmpdir(), 'tillbridge-other-'));
  chmodSync(place, 0o755);
  const dataDir = join(place, 'data');
  const settings = join(place, 'venue.json');
  const [receiver, counter] = [await freePort(), await freePort()];
  writeFileSync(settings, JSON.stringify({ receiver: { port: receiver }, counter: { port: counter } }), { mode: 0o600 });
  const reader = readAsNobody(dataDir);
  const args = [START, '--data-dir', dataDir, '--host', 'browser', '--no-open', '--vault', 'file', '--settings', settings];
  const app = spawn('sh', ['-c', 'umask 000; exec "$@"', 'sh', process.execPath, ...args], { stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    let said = '';
    app.stdout?.on('data', (part: Buffer) => (said += part.toString()));
    const url = await until('the counter', () => /^Counter: +(\S+)/m.exec(said)?.[1], 30_000);
    const view = await viewCounter(url);
    await view.call('backup.make', {});
    view.close();
    await wait(200);
    const gone = new Promise((resolve) => app.once('exit', resolve));
    app.kill('SIGTERM');
    await gone;
    return await reader.found();
  } finally {
    app.kill('SIGKILL');
    reader.stop();
    rmSync(place, { recursive: true, force: true });
  }
}

/** One that an earlier version wrote, or somebody opened; with orders in it. What others could read before this start they have read. */
async function oldFolder(situation: string, { chance }: Force): Promise<Found> {
  const place = mkdtempSync(join(tmpdir(), 'tillbridge-other-'));
  const everybody = situation.includes('everybody');
  chmodSync(place, everybody ? 0o777 : 0o755);
  const dataDir = join(place, 'data');
  const app = await openVenueProcess({ robot: false, dataDir });
  let reader: Reader | null = null;
  try {
    open(dataDir, situation.includes('wide') ? [0o777, 0o666] : [0o755, 0o644]);
    await app.switchOn(['sh', '-c', `umask ${chance.pick(['000', '022', '002'])}; exec "$@"`, 'sh']);
    reader = readAsNobody(dataDir);
    const reached = await workWith(app, everybody);
    await app.switchOff();
    const found = await reader.found();
    return { ...found, reached: [...reached, ...found.reached] };
  } finally {
    reader?.stop();
    await app.close();
    rmSync(place, { recursive: true, force: true });
  }
}

async function workWith(app: VenueProcess, everybody: boolean): Promise<string[]> {
  const view = await viewCounter(app.counterUrl());
  const id = await app.place('group');
  await until('the order', () => view.state().orders[id] !== undefined, 15_000);
  await view.call('backup.make', {});
  await view.call('displays.allow', { on: true });
  await wait(200);
  const told = view.notices().some((says) => /where other users of this computer may put/.test(says));
  view.close();
  return everybody && !told ? ['a place where everybody may write was not told'] : [];
}

/** Opens everything in the folder, as an earlier version left it. */
function open(folder: string, [forFolders, forFiles]: [number, number] | number[]): void {
  chmodSync(folder, forFolders ?? 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) open(path, [forFolders ?? 0o755, forFiles ?? 0o644]);
    else chmodSync(path, forFiles ?? 0o644);
  }
}

interface Reader {
  found(): Promise<Found>;
  stop(): void;
}

/** Reads everything he can reach, again and again, until he is told to stop; and lists what stands there. */
function readAsNobody(dataDir: string): Reader {
  const end = join(mkdtempSync(join(tmpdir(), 'tillbridge-reader-')), 'end');
  chmodSync(join(end, '..'), 0o755);
  const script = `
    cd /
    looks=0
    while [ ! -e ${end} ]; do
      find ${dataDir} -mindepth 1 -printf 'name %p\\n' 2>/dev/null
      find ${dataDir} -type f -exec sh -c 'for one; do bytes=$(head -c 100000 "$one" 2>/dev/null | wc -c); [ "$bytes" -gt 0 ] && echo "read $bytes bytes of $one"; done' sh {} + 2>/dev/null
      looks=$((looks + 1))
    done
    echo "looks $looks"`;
  const child: ChildProcess = spawn(NOBODY[0] ?? '', [...NOBODY.slice(1), 'sh', '-c', script], { stdio: ['ignore', 'pipe', 'ignore'] });
  let said = '';
  child.stdout?.on('data', (part: Buffer) => (said += part.toString()));
  const gone = new Promise((resolve) => child.once('close', resolve));
  return {
    async found() {
      // Once more after the app has ended, and with the rights themselves.
      await wait(300);
      writeFileSync(end, '');
      await gone;
      const lines = [...new Set(said.split('\n').filter((line) => /^(read|name) /.test(line)))];
      const looks = Number(/^looks (\d+)$/m.exec(said)?.[1] ?? 0);
      return { reached: [...lines, ...(looks === 0 ? ['he never looked'] : []), ...tooWide(dataDir)], looks };
    },
    stop() {
      child.kill('SIGKILL');
      rmSync(join(end, '..'), { recursive: true, force: true });
    },
  };
}

/** Also inside: the folder alone must not be what keeps him out. */
function tooWide(path: string): string[] {
  if (!existsSync(path)) return [];
  const stat = statSync(path);
  const own = (stat.mode & 0o077) === 0 ? [] : [`${path} has the rights ${(stat.mode & 0o777).toString(8)}`];
  return stat.isDirectory() ? [...own, ...readdirSync(path).flatMap((name) => tooWide(join(path, name)))] : own;
}
