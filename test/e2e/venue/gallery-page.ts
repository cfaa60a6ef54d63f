/** The page of all components, built and served for a browser to look at. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, preview } from 'vite';

const CONFIG = fileURLToPath(new URL('../../../renderer/gallery/vite.config.ts', import.meta.url));

export async function openGallery(): Promise<{ url: string; close(): Promise<void> }> {
  const outDir = mkdtempSync(join(tmpdir(), 'tillbridge-gallery-page-'));
  const options = { configFile: CONFIG, logLevel: 'warn' as const, build: { outDir } };
  await build(options);
  const server = await preview({ ...options, preview: { host: '127.0.0.1', port: 0 } });
  return {
    url: String(server.resolvedUrls?.local[0]),
    async close() {
      await server.close();
      rmSync(outDir, { recursive: true, force: true });
    },
  };
}
