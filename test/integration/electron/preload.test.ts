/** The built preload: a sandboxed page can load only one CommonJS file. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { expect, test } from 'vitest';
import { PRELOAD } from '../../../main/hosts/electron/package/build.ts';
import { testFolder } from '../../setup/parts.ts';

test('the preload is one CommonJS file that requires only Electron and hides ipcRenderer', async () => {
  const outDir = testFolder();
  await build({ ...PRELOAD, build: { ...PRELOAD.build, outDir } });
  expect(readdirSync(outDir).filter((name) => !name.endsWith('.map'))).toEqual(['preload.cjs']);
  const code = readFileSync(join(outDir, 'preload.cjs'), 'utf8');
  expect([...code.matchAll(/require\("([^"]+)"\)/g)].map((found) => found[1])).toEqual(['electron']);
  expect(code).not.toMatch(/^\s*(import|export)\s/m);
  expect([...code.matchAll(/exposeInMainWorld\("(\w+)"/g)].map((found) => found[1])).toEqual(['tillbridge']);

  const exposed = runPreload(code);
  expect(Object.keys(exposed).sort()).toEqual(['call', 'watch']);
});

function runPreload(code: string): object {
  let exposed: object = {};
  const electron = {
    contextBridge: {
      exposeInMainWorld: (_name: string, value: object) => {
        exposed = value;
      },
    },
    ipcRenderer: { on: () => undefined },
  };
  new Function('require', code)((name: string) => (name === 'electron' ? electron : undefined));
  return exposed;
}
