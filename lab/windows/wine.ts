/** Runs Windows programs in Wine: output goes to files, as Node for Windows can't use Wine's pipes. */
import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const WINE = '/usr/lib/wine/wine64';

export interface Ended {
  code: number | null;
  out: string;
  err: string;
}

export interface Wine {
  /** Contains all below. */
  folder: string;
  /** The product with native modules for Windows; the path has a space. */
  app: string;
  /** Folder of Node and npm for Windows. */
  nodeFolder: string;
  env: NodeJS.ProcessEnv;
  run(args: string[], limitMs?: number): Promise<Ended>;
  /** Runs the product's Node. The first argument is a file of the product. */
  node(args: string[], limitMs?: number): Promise<Ended>;
  start(args: string[], env?: NodeJS.ProcessEnv): Started;
  /** Starts a command (`args`) at a terminal. */
  startAtTerminal(args: string[]): Started & { code: () => string; pressCtrlC: () => void };
  ofNode(args: string[]): string[];
}

export interface Started {
  child: ChildProcess;
  out: () => string;
  stop(): void;
}

/** A Linux path as Windows sees it. */
export function asWindows(path: string): string {
  return `Z:${path.replaceAll('/', '\\')}`;
}

/** `printSystem`: socket of CUPS, which Wine prints with. */
export function openWine(folder: string, printSystem: string): Wine {
  mkdirSync(join(folder, 'output'), { recursive: true });
  const app = join(folder, 'the app');
  const nodeFolder = join(folder, 'node');
  const env = {
    ...process.env,
    WINEPREFIX: join(folder, 'prefix'),
    WINEDEBUG: '-all',
    CUPS_SERVER: printSystem,
    WINEPATH: asWindows(nodeFolder),
  };
  let runs = 0;
  const outputs = (): string[] => {
    runs += 1;
    return ['out', 'err', 'code'].map((kind) => join(folder, 'output', `${runs}.${kind}`));
  };
  const begin = (args: string[], more: NodeJS.ProcessEnv = {}) => {
    const files = outputs().slice(0, 2);
    const [out, err] = files.map((file) => openSync(file, 'w'));
    const stdio: StdioOptions = ['ignore', out ?? 'ignore', err ?? 'ignore'];
    const child = spawn(WINE, args, { env: { ...env, ...more }, cwd: app, stdio, detached: true });
    for (const handle of [out, err]) if (handle !== undefined) closeSync(handle);
    return { child, out: () => contentOf(files[0]), err: () => contentOf(files[1]), stop: () => stopGroup(child) };
  };
  const startAtTerminal = (args: string[]) => {
    const [out = '', err = '', code = ''] = outputs();
    const shell = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
    const line = `${[WINE, ...args].map(shell).join(' ')} >${shell(out)} 2>${shell(err)}; echo $? >${shell(code)}; exec sleep 3600`;
    const child = spawn('script', ['-qec', line, '/dev/null'], { env, cwd: app, stdio: ['pipe', 'ignore', 'ignore'], detached: true });
    return {
      child,
      out: () => contentOf(out),
      code: () => contentOf(code).trim(),
      pressCtrlC: () => void child.stdin.write('\x03'),
      stop: () => stopGroup(child),
    };
  };
  const run = async (args: string[], limitMs = 900_000): Promise<Ended> => {
    const { child, out, err, stop } = begin(args);
    const limit = setTimeout(stop, limitMs);
    const code = await new Promise<number | null>((resolve) => {
      child.once('error', () => resolve(null));
      child.once('exit', resolve);
    });
    clearTimeout(limit);
    return { code, out: out(), err: err() };
  };
  const ofNode = ([file = '', ...args]: string[]): string[] => [
    asWindows(join(nodeFolder, 'node.exe')),
    file.startsWith('-') ? file : asWindows(join(app, file)),
    ...args,
  ];
  return {
    folder,
    app,
    nodeFolder,
    env,
    run,
    node: (args, limitMs) => run(ofNode(args), limitMs),
    start: (args, more) => begin(ofNode(args), more),
    startAtTerminal,
    ofNode,
  };
}

function contentOf(file = ''): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** Ends the program with all its children, like the Task Manager. */
function stopGroup({ pid }: ChildProcess): void {
  if (pid !== undefined) process.kill(-pid, 'SIGKILL');
}
