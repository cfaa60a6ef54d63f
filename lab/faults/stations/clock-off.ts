/** Preloaded (`--import`): the process's clock is off by the ms in the file CLOCK_OFF_FILE. */
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const OWN = fileURLToPath(import.meta.url);
const READ_EVERY_MS = 100;

/** Options for such a process. `set`: how much it's off, ms. */
export function clockOff(file: string): { args: string[]; env: Record<string, string>; set(ms: number): Promise<void> } {
  return { args: ['--import', OWN], env: { CLOCK_OFF_FILE: file }, set: (ms) => writeFile(file, String(ms)) };
}

const file = process.env.CLOCK_OFF_FILE;
if (file !== undefined) {
  let off = 0;
  const read = (): void => {
    try {
      off = Number(readFileSync(file, 'utf8')) || 0;
    } catch {
      // Not set yet.
    }
  };
  read();
  setInterval(read, READ_EVERY_MS).unref();
  const now = Date.now;
  const offNow = (): number => now() + off;
  globalThis.Date = new Proxy(Date, {
    construct: (real, args, made) => Reflect.construct(real, args.length === 0 ? [offNow()] : args, made),
    get: (real, name) => (name === 'now' ? offNow : Reflect.get(real, name)),
  });
}
