/** Run in Wine: what the product does about files that another program has open, as Windows' programs open them. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { openLog } from '../../../main/app/log.ts';
import { replaceFileSync } from '../../../main/files/replace-file.ts';
import { storageTroubleOf } from '../../../main/store/file/storage-trouble.ts';

interface Koffi {
  load(library: string): { func(declaration: string): (...given: unknown[]) => number };
}
const folder = process.argv[2] ?? '';
mkdirSync(join(folder, 'log'), { recursive: true });
const kernel = (createRequire(import.meta.url)('koffi') as Koffi).load('kernel32.dll');
const open = kernel.func(
  'intptr __stdcall CreateFileW(str16 name, uint32 access, uint32 share, void *security, uint32 how, uint32 flags, intptr template)',
);
const close = kernel.func('int __stdcall CloseHandle(intptr handle)');
/** Others may read and write it meanwhile, but not put another one in its place. */
const hold = (file: string): number => open(file, 0x80000000, 3, null, 3, 0x80, 0);

const file = join(folder, 'settings.json');
writeFileSync(file, 'old');
writeFileSync(`${file}.part`, 'new');
const handle = hold(file);
let told: unknown = null;
try {
  replaceFileSync(`${file}.part`, file);
} catch (error) {
  told = storageTroubleOf(error)?.code ?? String(error);
}
close(handle);
replaceFileSync(`${file}.part`, file);
const log = join(folder, 'log', 'tillbridge.log');
writeFileSync(log, 'x'.repeat(3 * 1024 * 1024));
const viewer = hold(log);
const opened = openLog(folder);
opened.info('still here');
opened[Symbol.dispose]();
close(viewer);
const names = ['tillbridge.log', 'tillbridge.log.1'].map((name) => {
  try {
    return readFileSync(join(folder, 'log', name), 'utf8');
  } catch {
    return '';
  }
});
console.log(JSON.stringify({ told, text: readFileSync(file, 'utf8'), isLogged: names.some((text) => text.includes('still here')) }));
process.exit(0);
