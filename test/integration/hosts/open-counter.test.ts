/** The browser starts with the user's default umask; Tillbridge's own files stay private meanwhile. */

import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { until } from '../../e2e/venue/venue.ts';
import { testFolder } from '../../setup/parts.ts';

const ROOM = fileURLToPath(new URL('../../../main/', import.meta.url));

test.skipIf(process.platform !== 'linux')(
  "Tillbridge's files are private also while it starts the browser; the browser's own files aren't",
  async () => {
    const place = testFolder();
    // The desktop's opener writes a file, like a browser's download.
    const bin = join(place, 'bin');
    mkdirSync(bin);
    writeFileSync(join(bin, 'xdg-open'), `#!/bin/sh\numask > "${place}/umask-of-browser"\ntouch "${place}/download"\n`);
    chmodSync(join(bin, 'xdg-open'), 0o755);
    const script = join(place, 'run.mjs');
    writeFileSync(
      script,
      `import { mkdirSync, writeFileSync } from 'node:fs';
     process.umask(0o022);
     const { closeToOthers } = await import(${JSON.stringify(`${ROOM}files/private-files.ts`)});
     const { openMainScreen } = await import(${JSON.stringify(`${ROOM}hosts/browser/open-main-screen.ts`)});
     closeToOthers();
     const data = ${JSON.stringify(join(place, 'data'))};
     mkdirSync(data);
     let at = 0;
     let done = false;
     const opening = openMainScreen(data, 'http://127.0.0.1:9/').finally(() => { done = true; });
     while (!done) {
       writeFileSync(data + '/written-' + at++, 'secret');
       await new Promise((resolve) => setImmediate(resolve));
       await Promise.resolve();
     }
     await opening;
     writeFileSync(data + '/count', String(at));`,
    );
    const env = {
      ...process.env,
      PATH: `${bin}:${process.env.PATH}`,
      BROWSER: join(bin, 'xdg-open'),
      DISPLAY: '',
      XDG_CURRENT_DESKTOP: '',
      DE: 'generic',
      TILLBRIDGE_UMASK: '22',
    };
    const run = spawnSync(process.execPath, [script], { env, encoding: 'utf8', timeout: 60_000 });
    expect(run.stderr).toBe('');
    const count = Number(readFileSync(join(place, 'data', 'count'), 'utf8'));
    expect(count).toBeGreaterThan(0);
    const open = Array.from({ length: count }, (_, at) => `written-${at}`).filter(
      (name) => (statSync(join(place, 'data', name)).mode & 0o077) !== 0,
    );
    expect(open).toEqual([]);
    await until('the browser', () => existsSync(join(place, 'download')));
    expect(readFileSync(join(place, 'umask-of-browser'), 'utf8')).toMatch(/022/);
    expect(statSync(join(place, 'download')).mode & 0o044).toBe(0o044);
  },
);
