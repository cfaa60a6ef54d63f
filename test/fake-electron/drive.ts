/** Starts the built desktop app on the fake Electron, and returns its page and desktop. */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright-core';
import { until } from '../e2e/venue/venue.ts';
import type { DevTools } from './modules/devtools.ts';
import type { DesktopRecord } from './record.ts';
import { removeBrowser } from './remove-browser.ts';

const MAIN = fileURLToPath(new URL('../../out/main/index.js', import.meta.url));
/** On a busy computer the start may take a minute. */
const PATIENCE_MS = 120_000;
const REGISTER = new URL('./register.ts', import.meta.url).href;

export interface WindowState {
  visible: boolean;
  focused: boolean;
  maximized: boolean;
  flashing: boolean;
  destroyed: boolean;
  kiosk: boolean;
  bounds: { x: number; y: number; width: number; height: number };
  url: string;
  preferences: Record<string, unknown>;
}

export interface DesktopApp {
  page(): Page;
  /** The page through a new connection, as a crash or a short-lived window breaks the old one. */
  pageAgain(which?: (url: string) => boolean): Promise<Page>;
  look(): Promise<DesktopRecord & { windows: WindowState[] }>;
  /** An operation of operate.ts. */
  act(operation: string, ...given: unknown[]): Promise<unknown>;
  /** The exit code. */
  ended: Promise<number | null>;
  kill(): Promise<void>;
}

interface DriveOptions {
  dataDir: string;
  main?: string;
  settingsFile?: string;
  vault?: 'auto' | 'file';
  env?: Record<string, string>;
  /** Modules loaded before the app. */
  imports?: string[];
  /** More arguments of the app. */
  args?: string[];
}

export function startProcess({
  dataDir,
  main = MAIN,
  settingsFile,
  vault = 'file',
  env = {},
  imports = [],
  args = [],
}: DriveOptions): ChildProcess {
  const settings = settingsFile ? ['--settings', settingsFile] : [];
  return fork(main, ['--data-dir', dataDir, '--vault', vault, ...settings, ...args], {
    execArgv: [REGISTER, ...imports].flatMap((module) => ['--import', module]),
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, ...env },
  });
}

export async function driveDesktopApp(options: DriveOptions): Promise<DesktopApp> {
  const child = startProcess(options);
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  let last = 0;
  child.on('message', ({ id, result, error }: { id: number; result?: unknown; error?: string }) => {
    if (error === undefined) waiting.get(id)?.resolve(result);
    else waiting.get(id)?.reject(new Error(error));
    waiting.delete(id);
  });
  const act = (operation: string, ...given: unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (!child.connected) return reject(new Error('The desktop app has ended.'));
      last += 1;
      waiting.set(last, { resolve, reject });
      child.send({ id: last, operation, given });
    });
  const look = () => act('look') as ReturnType<DesktopApp['look']>;
  await until('the window', async () => (await look()).windows[0]?.visible, PATIENCE_MS);
  const { endpoint, own } = (await act('devtools')) as Pick<DevTools, 'endpoint' | 'own'>;
  let browser = await chromium.connectOverCDP(endpoint);
  const findPage = async (which: (url: string) => boolean = (url) => url.includes('tillbridge-app')): Promise<Page> => {
    const page = await until('the page', () =>
      browser
        .contexts()
        .flatMap((context) => context.pages())
        .find((one) => which(one.url())),
    );
    page.setDefaultTimeout(30_000);
    return page;
  };
  let page = await findPage();
  return {
    page: () => page,
    async pageAgain(which) {
      await browser.close();
      browser = await chromium.connectOverCDP(endpoint);
      page = await findPage(which);
      return page;
    },
    look,
    act,
    ended,
    async kill() {
      child.kill('SIGKILL');
      await ended;
      await browser.close().catch(() => undefined);
      // A killed app's browser would stay.
      removeBrowser(own);
    },
  };
}
