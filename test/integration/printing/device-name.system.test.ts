/** Printer names typed by staff that lead to pipes and serial lines. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { checkDevice, whyNoPrinter } from '../../../main/printing/transports/device-kind.ts';
import { printOnShare } from '../../../main/printing/transports/system-printer.ts';
import { until } from '../../e2e/venue/venue.ts';
import { testFolder } from '../../setup/parts.ts';

describe('the device file that staff type as a printer', () => {
  let folder: string;
  beforeEach(() => {
    folder = testFolder();
  });

  it('may be a pipe', async () => {
    spawnSync('mkfifo', [join(folder, 'pipe')]);
    expect(await checkDevice(join(folder, 'pipe'))).toBeNull();
  });

  it('may be a serial line', async () => {
    const line = join(folder, 'line');
    const other = spawn('socat', [`PTY,raw,echo=0,link=${line}`, `PTY,raw,echo=0,link=${line}2`], { stdio: 'ignore' });
    try {
      await until('the line', () => existsSync(line));
      expect(whyNoPrinter(line, await stat(line))).toBeNull();
    } finally {
      other.kill('SIGKILL');
    }
  });

  it('on a Windows share that stops accepting bytes may have printed part of the ticket', async () => {
    const pipe = join(folder, 'spooler');
    spawnSync('mkfifo', [pipe]);
    const stuck = spawn('sh', ['-c', `exec 3<>"${pipe}"; sleep 60`], { stdio: 'ignore', detached: true });
    try {
      await new Promise((resolve) => setTimeout(resolve, 200));
      const much = Buffer.alloc(1_000_000);
      expect(await printOnShare(pipe, 'kitchen', much, 300)).toMatchObject({ outcome: 'failed', nothingPrinted: false });
    } finally {
      if (stuck.pid !== undefined) process.kill(-stuck.pid, 'SIGKILL');
    }
  });
});
