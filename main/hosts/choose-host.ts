/** Chooses the host of the main screen: Electron if there is a display, otherwise the browser. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

export type HostChoice = 'electron' | 'browser';

/** Path of Electron's binary; null if not downloaded. Doesn't load the package, which would download it. */
export function electronBinary(): string | null {
  try {
    const folder = dirname(createRequire(import.meta.url).resolve('electron/package.json'));
    const pathFile = join(folder, 'path.txt');
    if (!existsSync(pathFile)) return null;
    const binary = join(process.env.ELECTRON_OVERRIDE_DIST_PATH ?? join(folder, 'dist'), readFileSync(pathFile, 'utf8'));
    return existsSync(binary) ? binary : null;
  } catch {
    return null;
  }
}

export function hasScreen(): boolean {
  return process.platform !== 'linux' || Boolean(process.env.DISPLAY ?? process.env.WAYLAND_DISPLAY);
}

export function chooseHost(asked: 'auto' | HostChoice): HostChoice {
  if (asked !== 'auto') return asked;
  return hasScreen() ? 'electron' : 'browser';
}
