import { existsSync, realpathSync } from 'node:fs';
import { sep } from 'node:path';

/**
 * For restarts and login items: the running binary, or the AppImage around it. `APPIMAGE` may be inherited from another program; then the
 * binary is outside `APPDIR`.
 */
export function programFile(env: NodeJS.ProcessEnv = process.env, binary: string = process.execPath): string {
  const { APPIMAGE: image, APPDIR: place } = env;
  if (!image || !existsSync(image)) return binary;
  return place && !resolved(binary).startsWith(resolved(place) + sep) ? binary : image;
}

function resolved(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
