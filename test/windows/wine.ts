/** Runs programs of Windows in Wine: their output goes to files, since Node for Windows takes no pipe of Wine's. */
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const WINE = '/usr/lib/wine/wine64';

export interface Ended {
  code: number | null;
  out: string;
  err: string;
}

export interface Wine {
  /** Where everything is. */
  folder: string;
  /** The product, with its native parts for Windows. */
  app: string;
  env: NodeJS.ProcessEnv;
  /** A program of Windows, to its end. */
  run(args: string[], limitMs?: number): Promise<Ended>;
  /** The product's own Node for Windows. The first argument is a file of the product. */
  node(args: string[], limitMs?: number): Promise<Ended>;
  start(args: string[]): { child: ChildProcess; out: () => string };
}

/** A path of this computer as Windows sees it. */
export function asWindows(path: string): string {
  return `Z:${path.replaceAll('/', '\\')}`;
}

/** `printSystem`: the socket of CUPS, which is Wine's print system. */
export function openWine(folder: string, printSystem: string): Wine {
  mkdirSync(join(folder, 'output'), { recursive: true });
  const app = join(folder, 'app');
  const env = {
    ...process.env,
    WINEPREFIX: join(folder, 'prefix'),
    WINEDEBUG: '-all',
    CUPS_SERVER: printSystem,
  };
  let runs = 0;
  const begin = (args: string[]) => {
    runs += 1;
    const files = ['out', 'err'].map((kind) => join(folder, 'output', `${runs}.${kind}`));
    const [out, err] = files.map((file) => openSync(file, 'w'));
    const child = spawn(WINE, args, { env, cwd: app, stdio: ['ignore', out ?? 'ignore', err ?? 'ignore'], detached: true });
    for (const handle of [out, err]) if (handle !== undefined) closeSync(handle);
    return { child, out: () => readFileSync(files[0] ?? '', 'utf8'), err: () => readFileSync(files[1] ?? '', 'utf8') };
  };
  const run = async (args: string[], limitMs = 180_000): Promise<Ended> => {
    const { child, out, err } = begin(args);
    const limit = setTimeout(() => child.pid !== undefined && process.kill(-child.pid, 'SIGKILL'), limitMs);
    const code = await new Promise<number | null>((resolve) => {
      child.once('error', () => resolve(null));
      child.once('exit', resolve);
    });
    clearTimeout(limit);
    return { code, out: out(), err: err() };
  };
  const ofNode = ([file = '', ...args]: string[]): string[] => [
    asWindows(join(folder, 'node.exe')),
    file.startsWith('-') ? file : asWindows(join(app, file)),
    ...args,
  ];
  return { folder, app, env, run, node: (args, limitMs) => run(ofNode(args), limitMs), start: (args) => begin(ofNode(args)) };
}
