/** Which file starts the desktop app. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { programFile } from '../../../main/hosts/electron/program-file.ts';
import { testFolder } from '../../setup/parts.ts';

test('the program file of an app in an AppImage is that AppImage, but no foreign or missing one', () => {
  const place = testFolder();
  const at = (name: string) => join(place, name);
  const image = at('other.AppImage');
  const binary = at('tillbridge');
  for (const file of [image, binary]) writeFileSync(file, '');
  expect(programFile({ APPIMAGE: image, APPDIR: at('mounted') }, binary)).toBe(binary);
  expect(programFile({ APPIMAGE: image, APPDIR: place }, binary)).toBe(image);
  expect(programFile({ APPIMAGE: at('moved.AppImage'), APPDIR: place }, binary)).toBe(binary);
  expect(programFile({}, binary)).toBe(binary);
});
