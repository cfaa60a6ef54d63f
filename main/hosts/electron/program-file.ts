/** The file that starts this app, for a restart after a crash and for the system's login items. */
import { existsSync, realpathSync } from 'node:fs';
import { sep } from 'node:path';

/**
 * The running binary; inside an AppImage the AppImage itself. `APPIMAGE` may also have come from another program that is one and started
 * this: then the binary does not lie in that one's place.
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
