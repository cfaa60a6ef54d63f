/** Builds and serves the gallery. */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { preview } from 'vite';
import { NOW } from './draw.ts';
import { ordersAt } from './orders.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const STORYBOOK = fileURLToPath(new URL('../../node_modules/storybook/dist/bin/dispatcher.js', import.meta.url));
const CONFIG = 'renderer/gallery/storybook';

/** Takes some seconds. Rejects with the build's output if it fails. */
export async function buildGallery(outDir: string): Promise<void> {
  const args = ['build', '--config-dir', CONFIG, '--output-dir', outDir, '--disable-telemetry', '--quiet'];
  const env = { ...process.env, STORYBOOK_DISABLE_TELEMETRY: '1', CI: '1', NODE_ENV: 'production' };
  const build = spawn(process.execPath, [STORYBOOK, ...args], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [build.stdout, build.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const code = await new Promise<number | null>((resolve, reject) => build.once('error', reject).once('close', resolve));
  if (code !== 0) throw new Error(`The gallery was not built:\n${output}`);
  writeFileSync(join(outDir, 'orders.json'), JSON.stringify(await ordersAt(NOW.getTime())));
}

/** `port`: 0 for any free one. */
export async function serveGallery(outDir: string, port: number): Promise<{ url: string; close(): Promise<void> }> {
  const server = await preview({
    configFile: false,
    root: CONFIG,
    logLevel: 'warn',
    build: { outDir },
    preview: { host: '127.0.0.1', port },
  });
  return { url: String(server.resolvedUrls?.local[0]), close: () => server.close() };
}
