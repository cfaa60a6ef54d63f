/** Builds all of the desktop app into `out`: the bridge, the preload, the sandbox for training, the counter page and the icons. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { build, type InlineConfig } from 'vite';

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** Native code and its like stay packages; everything else goes into the bundle. */
const PACKAGES = ['better-sqlite3', 'keytar', '@napi-rs/canvas', 'node-thermal-printer'];
const NOT_BUNDLED = ['electron', ...PACKAGES, ...builtinModules, /^node:/];

const TRAY_ICONS = ['tray-quiet', 'tray-new', 'tray-trouble', 'tray-offline'];

/** One file without parts beside it: what it finds by its own address (resources, the sandbox) depends on where it stands. */
function oneFile(options: { entry: string; to: string; format: 'es' | 'cjs' }): InlineConfig {
  const to = options.to.split('/');
  const name = to.pop() ?? '';
  return {
    configFile: false,
    root: ROOT,
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: true },
    build: {
      ssr: join(ROOT, options.entry),
      outDir: join(ROOT, ...to),
      emptyOutDir: true,
      target: 'es2024',
      sourcemap: true,
      minify: false,
      reportCompressedSize: false,
      rolldownOptions: {
        external: NOT_BUNDLED,
        output: { format: options.format, entryFileNames: name, codeSplitting: false },
      },
    },
  };
}

export const PRELOAD = oneFile({ entry: 'preload/preload.ts', to: 'out/preload/preload.cjs', format: 'cjs' });
const BRIDGE = oneFile({ entry: 'main/hosts/electron/main.ts', to: 'out/main/index.js', format: 'es' });
/** What `npm start` runs: bundled it starts faster and takes less memory than from the source. */
const START = oneFile({ entry: 'main/start.ts', to: 'out/node/start.js', format: 'es' });
const SANDBOX = oneFile({ entry: 'sandbox/start.ts', to: 'out/sandbox/start.js', format: 'es' });

/** The system's trays and installers take no SVG. */
async function drawIcons(): Promise<void> {
  const folder = join(ROOT, 'out', 'icons');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const draw = async (name: string, size: number, file: string): Promise<void> => {
    const picture = await loadImage(join(ROOT, 'resources', 'icons', `${name}.svg`));
    // The picture is drawn for the size it is asked for, not enlarged from a smaller one.
    picture.width = size;
    picture.height = size;
    const canvas = createCanvas(size, size);
    canvas.getContext('2d').drawImage(picture, 0, 0, size, size);
    writeFileSync(join(folder, file), canvas.toBuffer('image/png'));
  };
  await draw('icon', 1024, 'icon.png');
  for (const name of TRAY_ICONS) {
    // The system picks by the screen's density.
    await draw(name, 16, `${name}.png`);
    await draw(name, 32, `${name}@2x.png`);
  }
}

if (import.meta.main) {
  for (const config of [BRIDGE, START, PRELOAD, SANDBOX]) await build(config);
  await build({ configFile: join(ROOT, 'renderer', 'vite.config.ts'), logLevel: 'warn' });
  await drawIcons();
  console.log('The desktop app is in out.');
}
