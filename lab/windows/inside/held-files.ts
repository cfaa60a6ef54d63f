/** Run in Wine: writes files that another program has open in each Windows share mode, briefly or throughout. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { openLog } from '../../../main/app/log.ts';
import { writeForOthers } from '../../../main/files/private-files.ts';
import { openSettings } from '../../../main/settings/settings.ts';
import { storageTroubleOf } from '../../../main/store/file/storage-trouble.ts';
import { writeWhole } from '../../../main/vault/durable-file.ts';

interface Koffi {
  load(library: string): { func(declaration: string): (...given: unknown[]) => number };
}
const SHARES = { nobody: 0, readers: 1, writers: 3 };
const MOMENT_MS = 300;

if (isMainThread) await hold();
else openInThread(workerData);

function openInThread({ file, share }: { file: string; share: number }): void {
  const kernel = (createRequire(import.meta.url)('koffi') as Koffi).load('kernel32.dll');
  const open = kernel.func(
    'intptr __stdcall CreateFileW(str16 name, uint32 access, uint32 share, void *security, uint32 how, uint32 flags, intptr template)',
  );
  const close = kernel.func('int __stdcall CloseHandle(intptr handle)');
  const handle = open(file, 0x80000000, share, null, 3, 0x80, 0);
  parentPort?.once('message', (forMs: number) => setTimeout(() => close(handle) && process.exit(), forMs));
  parentPort?.postMessage(handle);
}

/** Runs `work` while another thread has the file open for `forMs`, or throughout. Returns the error. */
async function whileHeld(file: string, share: number, forMs: number | null, work: () => unknown): Promise<string | null> {
  const holder = new Worker(new URL(import.meta.url), { workerData: { file, share } });
  const handle = await new Promise((resolve) => holder.once('message', resolve));
  if (handle === -1) throw new Error(`${file} could not be held`);
  const ended = new Promise((resolve) => holder.once('exit', resolve));
  if (forMs !== null) holder.postMessage(forMs);
  let reported: string | null = null;
  try {
    await work();
  } catch (error) {
    const held = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    reported = storageTroubleOf(error)?.code ?? storageTroubleOf(held)?.code ?? String(error);
  }
  if (forMs === null) holder.postMessage(0);
  await ended;
  return reported;
}

async function hold(): Promise<void> {
  const folder = process.argv[2] ?? '';
  mkdirSync(join(folder, 'log'), { recursive: true });
  const settings = openSettings(folder);
  let port = 1_024;
  const ways: Record<string, [name: string, (text: string) => unknown]> = {
    settings: [
      'settings.json',
      () => {
        port += 1;
        settings.change((now) => ({ ...now, receiver: { ...now.receiver, port } }));
      },
    ],
    vault: ['vault.json', (text) => writeWhole(join(folder, 'vault.json'), text)],
    'hot folder': ['1-order.json', (text) => writeForOthers(folder, '1-order.json', text)],
  };
  const wrong: string[] = [];
  for (const [what, [name, write]] of Object.entries(ways)) {
    const file = join(folder, name);
    for (const [who, share] of Object.entries(SHARES)) {
      await write('old');
      const before = readFileSync(file, 'utf8');
      const reported = await whileHeld(file, share, null, () => write('never'));
      if (reported !== 'file-held' || readFileSync(file, 'utf8') !== before) wrong.push(`${what}, ${who}, for ever: ${reported}`);
      const late = await whileHeld(file, share, MOMENT_MS, () => write('new'));
      if (late !== null || readFileSync(file, 'utf8') === before) wrong.push(`${what}, ${who}, a moment: ${late}`);
    }
  }
  for (const [who, share] of Object.entries(SHARES)) if (!(await isLogged(folder, share))) wrong.push(`log, ${who}`);
  console.log(JSON.stringify({ wrong }));
  process.exit(0);
}

/** Whether a full log that a viewer has open gets lines; in exclusive mode they are lost, but nothing stops. */
async function isLogged(folder: string, share: number): Promise<boolean> {
  const file = join(folder, 'log', 'tillbridge.log');
  rmSync(`${file}.1`, { force: true });
  writeFileSync(file, 'x'.repeat(3 * 1024 * 1024));
  const stopped = await whileHeld(file, share, null, () => {
    const log = openLog(folder);
    log.info('still here');
    log[Symbol.dispose]();
  });
  const mayWrite = share === SHARES.writers;
  return stopped === null && (!mayWrite || [file, `${file}.1`].some((one) => contains(one, 'still here')));
}

function contains(file: string, text: string): boolean {
  try {
    return readFileSync(file, 'utf8').includes(text);
  } catch {
    return false;
  }
}
