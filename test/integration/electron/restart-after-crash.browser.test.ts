/** The desktop app is restarted after a crash: by its launcher, or by a shell that waits for its end. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { watchProcess } from '../../../main/app/keep-up/watch-process.ts';
import { until } from '../../e2e/venue/venue.ts';
import { type DesktopApp, driveDesktopApp, startProcess } from '../../fake-electron/drive.ts';
import { testFolder } from '../../setup/parts.ts';
import { testTime } from '../../setup/test-time.ts';

let folder: string;
beforeEach(() => {
  folder = testFolder();
});

function imageThatNotes(what: string): { image: string; started: string; env: Record<string, string> } {
  const image = join(folder, 'Tillbridge.AppImage');
  const started = join(folder, 'started');
  const script = `#!/bin/sh\nprintf '%s\\n' ${what} > '${started}.part'\nmv '${started}.part' '${started}'\n`;
  writeFileSync(image, script, { mode: 0o755 });
  const env = { STAND_IN_PACKAGED: 'yes', APPIMAGE: image, APPDIR: dirname(process.execPath), XDG_CONFIG_HOME: folder };
  return { image, started, env };
}

describe.skipIf(process.platform === 'win32')('an installed app', () => {
  let app: DesktopApp;
  let image: string;
  let started: string;
  let env: Record<string, string>;
  beforeEach(async () => {
    ({ image, started, env } = imageThatNotes('"$TILLBRIDGE_DIED_OF" "$@"'));
    const dataDir = join(folder, 'data');
    execFileSync('mkdir', [dataDir]);
    writeFileSync(join(dataDir, 'settings.json'), JSON.stringify({ receiver: { port: 0 } }));
    app = await driveDesktopApp({ dataDir, env, args: ['--after-crashes=1', '--reset-pin'] });
  }, 60_000);

  const guards = () =>
    readdirSync('/proc').filter((name) => {
      try {
        return /^\d+$/.test(name) && readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0').includes(image);
      } catch {
        // The process ended meanwhile.
        return false;
      }
    });

  test('that crashed is restarted with a higher crash count, and without --reset-pin', async () => {
    expect(guards()).toHaveLength(1);
    await app.kill();
    await until('the next start', () => existsSync(started));
    const given = readFileSync(started, 'utf8').trim().split('\n');
    // The next start reports a crash only if it gets a cause.
    expect(given[0]).toBe('an unknown cause');
    expect(given.at(-1)).toBe('--after-crashes=2');
    expect(given).toEqual(expect.arrayContaining(['--data-dir', join(folder, 'data')]));
    expect(given).not.toContain('--reset-pin');
    expect(given).not.toContain('--after-crashes=1');
  }, 60_000);

  test("that staff quit isn't restarted", async () => {
    await app.act('quit').catch(() => undefined);
    expect(await app.ended).toBe(0);
    await until('the guard to go', () => guards().length === 0);
    expect(existsSync(started)).toBe(false);
  }, 60_000);
});

test.skipIf(process.platform === 'win32')("an installed app that can't read its own files at the start is restarted too", async () => {
  const { started, env } = imageThatNotes('"$@"');
  const disk = join(folder, 'disk.mjs');
  writeFileSync(
    disk,
    `import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const { readFileSync } = fs;
    fs.readFileSync = (...given) => {
      if (new Error().stack.includes('readPackedUpdates')) throw new Error('a defect of the disk');
      return readFileSync(...given);
    };
    syncBuiltinESMExports();`,
  );
  const app = startProcess({ dataDir: join(folder, 'data'), env, imports: [disk] });
  onTestFinished(() => void app.kill('SIGKILL'));
  await until('the next start', () => existsSync(started));
  expect(readFileSync(started, 'utf8')).toContain('--after-crashes=1');
});

describe.skipIf(process.platform === 'win32')('an app run by npm start', () => {
  function run(end: string) {
    const binary = join(folder, 'electron');
    const log = join(folder, 'log');
    writeFileSync(binary, `#!/bin/sh\necho "$TILLBRIDGE_DIED_OF $*" >> '${log}'\nn=$(wc -l < '${log}')\n${end}\n`, { mode: 0o755 });
    const time = testTime(Date.parse('2026-03-14T11:00:00Z'));
    const done = Promise.withResolvers<string>();
    const stop = watchProcess({
      file: binary,
      args: ['app', '--reset-pin', '--data-dir', 'counter'],
      stdio: 'inherit',
      time,
      cannotRun: (why) => done.resolve(`cannot run: ${why}`),
      ended: (code) => done.resolve(`ended: ${code}`),
    });
    const starts = () => (existsSync(log) ? readFileSync(log, 'utf8').trimEnd().split('\n') : []);
    return { time, stop, done: done.promise, starts, alive: join(folder, 'alive'), log };
  }
  const onceReportedTo = (signal: string) => `echo $n > '${join(folder, 'alive')}'
    while [ "$(cat '${join(folder, 'go')}' 2>/dev/null)" != "$n" ]; do sleep 0.02; done; kill -${signal} $$`;

  test.each(['ABRT', 'SEGV', 'KILL'])('that ran and died of SIG%s is restarted with a higher crash count', async (signal) => {
    const { time, done, starts, alive } = run(`[ $n = 3 ] && exit 7\n${onceReportedTo(signal)}`);
    for (const count of ['1', '2']) {
      await until('the start', () => existsSync(alive) && readFileSync(alive, 'utf8').trim() === count);
      await time.advance(11_000);
      writeFileSync(join(folder, 'go'), count);
      await until('the next', async () => {
        await time.advance(1);
        return starts().length === Number(count) + 1;
      });
    }
    expect(await done).toBe('ended: 7');
    expect(starts()).toEqual([
      expect.stringMatching(/^ app --reset-pin --data-dir counter$/),
      `SIG${signal} app --data-dir counter --after-crashes=1`,
      `SIG${signal} app --data-dir counter --after-crashes=2`,
    ]);
  });

  test('that dies at once at its first start is reported as unable to run here', async () => {
    const { done, starts } = run('kill -TRAP $$');
    expect(await done).toBe('cannot run: SIGTRAP');
    expect(starts()).toHaveLength(1);
  });

  test("whose launcher is stopped isn't restarted", async () => {
    const { stop, done, alive, starts } = run(`trap 'kill -ABRT $$' TERM; ${onceReportedTo('KILL')}`);
    await until('the start', () => existsSync(alive));
    stop('SIGTERM');
    expect(await done).toBe('ended: 1');
    expect(starts()).toHaveLength(1);
  });
});
