/** Notifications per second of the receiver, each on disk before its 200. */
import { join } from 'node:path';
import { SECRET } from '../load/notifications.ts';
import { measureTaking } from '../load/taking.ts';
import type { Row } from '../table/row.ts';

export function measureReceiver(): Promise<Row[]> {
  return measureTaking({
    name: 'receiver',
    program: (folder) => ['test/fixtures/receiver-process.ts', join(folder, 'here'), SECRET],
    each: { 1: 1, 16: 2, 64: 3 },
    eachOnSlowDisk: { 16: 1.5, 64: 1.5 },
    group: 0.5,
    bare: 0.4,
  });
}
