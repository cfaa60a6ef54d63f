/** The desktop app passes no address to the system and keeps its window's protections. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const FOLDER = new URL('../../../main/hosts/electron/', import.meta.url);
const FORBIDDEN =
  /openExternal|openPath|webSecurity|allowRunningInsecureContent|experimentalFeatures|enableBlinkFeatures|nodeIntegration: true|contextIsolation: false|sandbox: false/;

test("the desktop app passes no address to the system and keeps its window's protections", () => {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.ts'));
  expect(files.filter((name) => FORBIDDEN.test(readFileSync(new URL(name, FOLDER), 'utf8')))).toEqual([]);
});
