/** A printer's network status, served by Debian's own SNMP agent (net-snmp's snmpd): nothing of it shares code with the client that asks. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { until } from '../e2e/venue/venue.ts';

export interface PrinterStatusReply {
  /** hrPrinterStatus: 1 other, 2 unknown, 3 idle, 4 printing, 5 warming up. Null: the device has no table of printers. */
  printer: number | null;
  /** hrDeviceStatus: 2 running, 3 warning, 4 testing, 5 down. */
  device: number;
  /** hrPrinterDetectedErrorState, as octets in hex: "40" is out of paper. */
  errors: string;
  /** prtAlertTable. */
  alerts: { severity: number; group: number; code: number }[];
}

export interface SnmpPrinter {
  host: string;
  port: number;
  set(reply: Partial<PrinterStatusReply>): void;
  close(): Promise<void>;
}

const SNMPD = '/usr/sbin/snmpd';
/** Where the device stands in its own table. */
const ROW = 7;
const TABLES = fileURLToPath(new URL('./snmp-tables.js', import.meta.url));

/** Why there can be none here; null where there can. */
export function whyNoSnmp(): string | null {
  return existsSync(SNMPD) ? null : 'snmpd is not installed';
}

export async function startSnmpPrinter(options: { community?: string; versions?: readonly ('v1' | 'v2c')[] } = {}): Promise<SnmpPrinter> {
  const { community = 'public', versions = ['v1', 'v2c'] } = options;
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-snmp-'));
  const port = await freeUdpPort();
  const file = join(folder, 'printer.json');
  let reply: PrinterStatusReply = { printer: 3, device: 2, errors: '00', alerts: [] };
  const write = (): void => writeFileSync(file, JSON.stringify(rowsOf(reply)));
  write();
  const config = join(folder, 'snmpd.conf');
  writeFileSync(
    config,
    [
      `agentaddress udp:127.0.0.1:${port}`,
      `com2sec venue 127.0.0.1 ${community}`,
      ...versions.map((version) => `group readers ${version} venue`),
      'view all included .1',
      'access readers "" any noauth exact all none none',
      // The agent has devices of its own: the column of their states is taken from it by name.
      ...['.1.3.6.1.2.1.25.3.2.1.5', '.1.3.6.1.2.1.25.3', '.1.3.6.1.2.1.43'].map(
        (tree) => `pass_persist -p 10 ${tree} ${process.execPath} ${TABLES} ${file}`,
      ),
      '',
    ].join('\n'),
  );
  const agent: ChildProcess = spawn(
    SNMPD,
    ['-f', '-Le', '-C', '-c', config, '-I', '-hr_print,-hr_device,-smux', '-p', join(folder, 'pid')],
    { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, SNMP_PERSISTENT_DIR: folder, MIBS: '' } },
  );
  let log = '';
  agent.stderr?.on('data', (part: Buffer) => (log += part.toString()));
  await until(`the agent: ${log}`, () => /NET-SNMP version/.test(log) || agent.exitCode !== null);
  if (agent.exitCode !== null) throw new Error(`snmpd did not start: ${log}`);
  return {
    host: '127.0.0.1',
    port,
    set(change) {
      reply = { ...reply, ...change };
      write();
    },
    async close() {
      const gone = new Promise((resolve) => agent.once('exit', resolve));
      agent.kill('SIGKILL');
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type Row = [oid: string, type: string, value: string | number];

function rowsOf({ printer, device, errors, alerts }: PrinterStatusReply): Row[] {
  if (printer === null) return [];
  return [
    [`1.3.6.1.2.1.25.3.2.1.5.${ROW}`, 'integer', device],
    [`1.3.6.1.2.1.25.3.5.1.1.${ROW}`, 'integer', printer],
    [`1.3.6.1.2.1.25.3.5.1.2.${ROW}`, 'octet', errors.replaceAll(/(..)(?=.)/g, '$1 ')],
    ...alerts.flatMap(({ severity, group, code }, at): Row[] => [
      [`1.3.6.1.2.1.43.18.1.1.2.${ROW}.${at + 1}`, 'integer', severity],
      [`1.3.6.1.2.1.43.18.1.1.4.${ROW}.${at + 1}`, 'integer', group],
      [`1.3.6.1.2.1.43.18.1.1.7.${ROW}.${at + 1}`, 'integer', code],
    ]),
    // The end of this table is not the end of all the device knows.
    [`1.3.6.1.2.1.43.18.2.0`, 'integer', 0],
  ];
}

function freeUdpPort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = createSocket('udp4').once('error', reject);
    socket.bind(0, '127.0.0.1', () => {
      const { port } = socket.address();
      socket.close(() => resolve(port));
    });
  });
}
