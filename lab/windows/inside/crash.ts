/** Preloaded in Wine: crashes native code once the file named in `CRASHES_BY` exists. */
import { existsSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';

interface Koffi {
  load(library: string): { func(declaration: string): (...given: unknown[]) => void };
}
const NOWHERE = 8;
const LOOK_EVERY_MS = 100;
const file = process.env.CRASHES_BY ?? '';
/** Only in the app, not in its watcher. */
if (process.argv[1]?.endsWith('start.js')) {
  const look = setInterval(() => {
    if (!existsSync(file)) return;
    rmSync(file);
    const { load } = createRequire(import.meta.url)('koffi') as Koffi;
    load('ntdll.dll').func('void RtlFillMemory(intptr at, size_t size, int value)')(NOWHERE, NOWHERE, 0);
  }, LOOK_EVERY_MS);
  look.unref();
}
