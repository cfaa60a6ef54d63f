/** Which file starts the desktop app. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { programFile } from '../../../main/hosts/electron/program-file.ts';

let place: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'tillbridge-program-'));
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

test('the program file is the AppImage that contains it, never its launcher or a missing one', () => {
  const at = (name: string) => join(place, name);
  const image = at('other.AppImage');
  const binary = at('tillbridge');
  for (const file of [image, binary]) writeFileSync(file, '');
  expect(programFile({ APPIMAGE: image, APPDIR: at('mounted') }, binary)).toBe(binary);
  expect(programFile({ APPIMAGE: image, APPDIR: place }, binary)).toBe(image);
  expect(programFile({ APPIMAGE: at('moved.AppImage'), APPDIR: place }, binary)).toBe(binary);
  expect(programFile({}, binary)).toBe(binary);
});
