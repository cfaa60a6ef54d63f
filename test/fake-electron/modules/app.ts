/** app: the program's lifecycle, one instance per folder. */
import { spawn } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '../../setup/is-alive.ts';
import { record } from '../record.ts';
import { chromium, contentsCreated, openChromium, windows } from './window.ts';

const paths = new Map<string, string>([['userData', join(tmpdir(), 'stand-in')]]);
let only: Server | null = null;
let quitting = false;
let nextStart: string[] | null = null;

const ready = new Promise<void>((resolve) => setImmediate(resolve)).then(openChromium);

class App extends EventEmitter {
  readonly isPackaged = process.env.STAND_IN_PACKAGED === 'yes';
  readonly dock = undefined;
  setName(_name: string): void {}
  setAppUserModelId(_id: string): void {}
  enableSandbox(): void {}
  getAppPath(): string {
    return process.argv[1] ?? '';
  }
  getPreferredSystemLanguages(): string[] {
    return (process.env.STAND_IN_LANGUAGES ?? 'en-US').split(',');
  }
  getVersion(): string {
    return process.env.STAND_IN_VERSION ?? '0.1.0';
  }
  whenReady(): Promise<void> {
    return ready;
  }
  getPath(name: string): string {
    if (name === 'exe') return process.env.STAND_IN_EXE ?? process.execPath;
    return paths.get(name) ?? tmpdir();
  }
  setPath(name: string, path: string): void {
    paths.set(name, path);
  }
  setBadgeCount(count: number): boolean {
    record.badge = count;
    return true;
  }
  setAsDefaultProtocolClient(scheme: string): boolean {
    record.linkSchemes.push(scheme);
    return true;
  }
  setLoginItemSettings({ openAtLogin }: { openAtLogin: boolean }): void {
    record.openAtLogin = openAtLogin;
  }
  getLoginItemSettings(): { openAtLogin: boolean } {
    return { openAtLogin: record.openAtLogin };
  }
  relaunch({ args = process.argv.slice(1) }: { args?: string[] } = {}): void {
    record.relaunched = true;
    // Electron's restart helper runs from the binary, which an AppImage has lost by then: nothing starts.
    nextStart = process.env.APPDIR ? null : args;
  }

  /** The first instance listens in its folder; a second one sends its arguments. */
  requestSingleInstanceLock(data: object = {}): boolean {
    const address = join(this.getPath('userData'), 'stand-in.sock');
    const owner = join(this.getPath('userData'), 'stand-in.pid');
    if (existsSync(owner) && isAlive(Number(readFileSync(owner, 'utf8')))) {
      const first = connect(address);
      first.on('connect', () => first.end(JSON.stringify({ args: process.argv, data })));
      return false;
    }
    rmSync(address, { force: true });
    writeFileSync(owner, String(process.pid));
    only = createServer((socket) => {
      let words = '';
      socket.on('data', (data) => {
        words += String(data);
      });
      socket.on('end', () => {
        const sent = JSON.parse(words) as { args: string[]; data: object };
        this.emit('second-instance', {}, sent.args, process.cwd(), sent.data);
      });
    }).listen(address);
    return true;
  }

  quit(): void {
    if (quitting) return;
    let prevented = false;
    this.emit('before-quit', {
      preventDefault: () => {
        prevented = true;
      },
    });
    if (prevented) return;
    quitting = true;
    for (const window of windows) if (!window.isDestroyed()) window.close();
    if (windows.some((window) => !window.isDestroyed())) {
      quitting = false;
      return;
    }
    this.emit('will-quit', { preventDefault: () => undefined });
    this.emit('quit', {}, 0);
    this.exit(0);
  }

  exit(code = 0): void {
    only?.close();
    try {
      chromium().close();
    } catch {
      // Chromium never opened.
    }
    // A second instance's message may still be in flight.
    setTimeout(() => {
      // Starts the next process once this one is gone, if the test wants it.
      if (nextStart && process.env.STAND_IN_RELAUNCHES === 'yes') {
        const later = `while kill -0 ${process.pid} 2>/dev/null; do sleep 0.05; done; exec "$@"`;
        const command = ['-c', later, 'sh', process.execPath, ...process.execArgv, ...nextStart];
        spawn('sh', command, { stdio: ['ignore', 'ignore', 'inherit'], detached: true }).unref();
      }
      process.exit(code);
    }, 50);
  }
}

export const app = new App();
contentsCreated.on('created', (contents: unknown) => app.emit('web-contents-created', {}, contents));
