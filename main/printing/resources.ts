/** Finds the files shipped with the app, bundled or not. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Absolute path of a file under `resources`. TILLBRIDGE_RESOURCES overrides the folder. */
export function resourcePath(name: string): string {
  const folder = process.env.TILLBRIDGE_RESOURCES ?? fileURLToPath(new URL('../../resources', import.meta.url));
  return join(folder, name);
}
