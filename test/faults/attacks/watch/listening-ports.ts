/** What an attacker on the same computer sees: where a process listens. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** The TCP ports of IPv4 on which a process listens. */
export function listening(pid: number): Set<number> {
  const own = new Set<string>();
  for (const name of readdirSync(`/proc/${pid}/fd`)) {
    try {
      own.add(/^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${name}`))?.[1] ?? '');
    } catch {
      // Closed meanwhile.
    }
  }
  const ports = readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , , state, , , , , , inode]) => state === '0A' && own.has(inode ?? ''))
    .map(([, local = '']) => Number.parseInt(local.split(':')[1] ?? '', 16));
  return new Set(ports);
}
