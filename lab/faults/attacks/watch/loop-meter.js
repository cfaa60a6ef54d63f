/**
 * Loaded into a process under attack (`NODE_OPTIONS=--import ...`): records each time its main thread worked for long without a turn for
 * other work.
 */
import { appendFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const WRITTEN_FROM_MS = 20;
const file = process.env.TILLBRIDGE_LOOP_METER;

// The meter is loaded into every thread; only the main thread blocks the app.
if (file && isMainThread) {
  // CPU time, as other programs' work doesn't count against this process.
  let before = process.threadCpuUsage();
  setInterval(() => {
    const now = process.threadCpuUsage();
    const heldMs = (now.user - before.user + now.system - before.system) / 1_000;
    before = now;
    if (heldMs >= WRITTEN_FROM_MS) appendFileSync(file, `${Date.now()} ${heldMs.toFixed(1)}\n`);
  }, 1).unref();
}
