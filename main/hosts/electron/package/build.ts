/** Builds the desktop app into `out`: main process, preload, sandbox, relay, pages, icons. */
import { writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join, relative } from 'node:path';
import { build, type InlineConfig, type Plugin } from 'vite';
import { drawIcons } from './icons.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..', '..');

/** Packages that can't be bundled, such as native code; all others are. */
const PACKAGES = ['better-sqlite3', 'keytar', '@napi-rs/keyring', '@napi-rs/canvas', 'koffi', 'node-thermal-printer', 'electron-updater'];
/** prom-client and pg aren't installed: the training relay serves no metrics and uses no database server. */
const NOT_BUNDLED = ['electron', 'prom-client', 'pg', ...PACKAGES, ...builtinModules, /^node:/];

/** Packages in the installed bundles, as in package-lock.json: `node_modules/jose`. */
const bundled = new Set<string>();
const NOTES_PACKAGES: Plugin = {
  name: 'notes-packages',
  generateBundle(_options, chunks) {
    for (const chunk of Object.values(chunks)) {
      if (chunk.type !== 'chunk') continue;
      for (const id of chunk.moduleIds) {
        const [, path] = /^(.*node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(id) ?? [];
        if (path) bundled.add(relative(ROOT, path.replace(/^\0/, '')).replaceAll('\\', '/'));
      }
    }
  },
};

/** One file, as code finds resources and the sandbox relative to its own file. */
function oneFile(options: { entry: string; to: string; format: 'es' | 'cjs' }): InlineConfig {
  const to = options.to.split('/');
  const name = to.pop() ?? '';
  return {
    configFile: false,
    root: ROOT,
    logLevel: 'warn',
    publicDir: false,
    // Bundles only for `npm start` without Electron aren't installed.
    plugins: /^out\/(node|keep-up|opener)\//.test(options.to) ? [] : [NOTES_PACKAGES],
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
/** For `npm start`: bundled code starts faster and takes less memory. */
const START = oneFile({ entry: 'main/start/start.ts', to: 'out/node/start.js', format: 'es' });
const KEEP_UP = oneFile({ entry: 'main/app/keep-up/keep-up.ts', to: 'out/keep-up/keep-up.js', format: 'es' });
const BACKUP = oneFile({ entry: 'main/store/backups/backup-worker.ts', to: 'out/backup/worker.js', format: 'es' });
const MENU = oneFile({ entry: 'main/view/menu/whole/menu-worker.ts', to: 'out/menu/worker.js', format: 'es' });
const KEYRING = oneFile({ entry: 'main/vault/keychain/keyring-worker.ts', to: 'out/keyring/worker.js', format: 'es' });
const WINSPOOL = oneFile({ entry: 'main/printing/transports/windows/print-worker.ts', to: 'out/winspool/worker.js', format: 'es' });
const OPENER = oneFile({ entry: 'main/hosts/browser/opener.ts', to: 'out/opener/opener.js', format: 'es' });
const SANDBOX = oneFile({ entry: 'sandbox/start.ts', to: 'out/sandbox/start.js', format: 'es' });
const RELAY = oneFile({ entry: 'relay/start.ts', to: 'out/relay/start.js', format: 'es' });

if (import.meta.main) {
  for (const config of [BRIDGE, START, KEEP_UP, BACKUP, MENU, KEYRING, WINSPOOL, OPENER, PRELOAD, SANDBOX, RELAY]) await build(config);
  await build({ configFile: join(ROOT, 'renderer', 'vite.config.ts'), logLevel: 'warn', plugins: [NOTES_PACKAGES] });
  // Read by bill-of-materials.ts and third-party-notices.ts.
  writeFileSync(join(ROOT, 'out', 'bundled.json'), JSON.stringify([...bundled].sort(), null, 2));
  await drawIcons(join(ROOT, 'resources', 'icons', 'icon.svg'), join(ROOT, 'out', 'icons'));
  console.log('The desktop app is in out.');
}
