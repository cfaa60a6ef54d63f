/** Hosts of the app, each started as its own process with a venue, as in a restaurant. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { _electron as electron, type Page } from 'playwright-core';
import { electronBinary, hasScreen } from '../../../main/hosts/choose-host.ts';
import { startBrowser } from '../../e2e/venue/screen.ts';
import { driveDesktopApp } from '../../fake-electron/drive.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');

export interface RunningHost {
  page: Page;
  /** SIGKILL, as in a power cut. */
  switchOff(): Promise<void>;
}

export interface Host {
  name: string;
  start(dataDir: string): Promise<RunningHost>;
}

const browserHost: Host = {
  name: 'the browser host',
  async start(dataDir) {
    const start = join(ROOT, 'out/node/start.js');
    const args = [start, '--data-dir', dataDir, '--host', 'browser', '--no-open', '--vault', 'file'];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const browser = await startBrowser();
    const page = await browser.newPage();
    page.setDefaultTimeout(10_000);
    await page.goto(await counterOf(child));
    return {
      page,
      async switchOff() {
        await browser.close();
        child.kill('SIGKILL');
        await new Promise((resolve) => child.once('exit', resolve));
      },
    };
  },
};

async function counterOf(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('The app has no output.');
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /^Counter: +(\S+)/.exec(line)?.[1];
    if (url === undefined) continue;
    child.stdout.resume();
    return url;
  }
  throw new Error('The app did not start.');
}

const standIn: Host = {
  name: 'the desktop app on the stand-in for Electron',
  async start(dataDir) {
    const app = await driveDesktopApp({ dataDir });
    return { page: app.page(), switchOff: app.kill };
  },
};

const realElectron: Host = {
  name: 'the desktop app on Electron itself',
  async start(dataDir) {
    const app = await electron.launch({ executablePath: electronBinary() ?? '', args: [ROOT, '--data-dir', dataDir, '--vault', 'file'] });
    const page = await app.firstWindow();
    page.setDefaultTimeout(10_000);
    return {
      page,
      async switchOff() {
        const ended = new Promise((resolve) => app.process().once('exit', resolve));
        app.process().kill('SIGKILL');
        await ended;
      },
    };
  },
};

/** Electron only if its binary and a screen exist: the names of the tests show where they ran. */
export const HOSTS: Host[] = [browserHost, standIn, ...(electronBinary() !== null && hasScreen() ? [realElectron] : [])];
