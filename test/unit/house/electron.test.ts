/** Nothing in the desktop app hands an address to the system, or weakens its window. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const FOLDER = new URL('../../../main/hosts/electron/', import.meta.url);
const FORBIDDEN =
  /openExternal|openPath|webSecurity|allowRunningInsecureContent|experimentalFeatures|enableBlinkFeatures|nodeIntegration: true|contextIsolation: false|sandbox: false/;

test('nothing hands an address to the system, and nothing weakens the window', () => {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.ts'));
  expect(files.filter((name) => FORBIDDEN.test(readFileSync(new URL(name, FOLDER), 'utf8')))).toEqual([]);
});
