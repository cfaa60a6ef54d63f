/** Loaded into a process under attack (`NODE_OPTIONS=--import ...`): writes down each time its main thread worked for long without a turn for anybody else. */
import { appendFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const WRITTEN_FROM_MS = 20;
const file = process.env.TILLBRIDGE_LOOP_METER;

// It is loaded into every thread of the process; one of its own keeps nobody waiting.
if (file && isMainThread) {
  // Time of the processor, not of the clock: another program's work is not held against this one.
  let before = process.threadCpuUsage();
  setInterval(() => {
    const now = process.threadCpuUsage();
    const heldMs = (now.user - before.user + now.system - before.system) / 1_000;
    before = now;
    if (heldMs >= WRITTEN_FROM_MS) appendFileSync(file, `${Date.now()} ${heldMs.toFixed(1)}\n`);
  }, 1).unref();
}
