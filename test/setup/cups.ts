/** A real print system (CUPS) for one test: own folder, own socket, a raw queue to an address. */
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { until } from '../e2e/venue/venue.ts';

export interface Cups {
  /** Value of CUPS_SERVER. */
  server: string;
  addQueue(name: string, uri: string): void;
  close(): void;
}

/** Why cupsd can't run: it needs its backends, as root or in an own folder. Null if it can. */
export function whyNoCups(): string | null {
  return process.getuid?.() === 0 ? null : 'a print system of its own needs root';
}

export async function startCups(): Promise<Cups> {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-cups-'));
  // The backends of CUPS run as another user and read the spool.
  chmodSync(folder, 0o755);
  const at = (name: string): string => join(folder, name);
  for (const name of ['spool/tmp', 'cache', 'run', 'log', 'etc/ppd']) mkdirSync(at(name), { recursive: true });
  const socket = at('run/cups.sock');
  const anybody = 'Order deny,allow\nAllow all\n';
  writeFileSync(
    at('etc/cupsd.conf'),
    `Listen ${socket}\nDefaultAuthType None\n<Location />\n${anybody}</Location>\n<Policy default>\n<Limit All>\n${anybody}</Limit>\n</Policy>\n`,
  );
  const places = { ServerRoot: 'etc', RequestRoot: 'spool', TempDir: 'spool/tmp', CacheDir: 'cache', StateDir: 'run' };
  const logs = { AccessLog: 'log/access', ErrorLog: 'log/error', PageLog: 'log/page' };
  const lines = Object.entries({ ...places, ...logs }).map(([key, name]) => `${key} ${at(name)}`);
  writeFileSync(at('etc/cups-files.conf'), `${lines.join('\n')}\nSystemGroup root\n`);
  const path = [process.env.PATH, '/usr/sbin'].join(delimiter);
  const daemon = spawn('cupsd', ['-f', '-c', at('etc/cupsd.conf'), '-s', at('etc/cups-files.conf')], {
    stdio: 'ignore',
    env: { ...process.env, PATH: path },
  });
  await until('the print system', () => existsSync(socket));
  return {
    server: socket,
    addQueue(name, uri) {
      const env = { ...process.env, PATH: path, CUPS_SERVER: socket };
      const { status, stderr } = spawnSync('lpadmin', ['-p', name, '-E', '-v', uri, '-m', 'raw'], { encoding: 'utf8', env });
      if (status !== 0) throw new Error(`lpadmin: ${stderr}`);
    },
    close() {
      daemon.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
