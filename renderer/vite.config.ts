/** Builds the pages: plain files with relative addresses, for Electron and browser host. */
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { notStarted } from './not-started.ts';

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [react(), notStarted()],
  build: {
    outDir: '../out/renderer',
    emptyOutDir: true,
    target: 'es2022',
    // The CSP forbids data: URLs, so nothing may be inlined.
    assetsInlineLimit: 0,
    modulePreload: false,
    rolldownOptions: { input: { index: `${import.meta.dirname}/index.html`, map: `${import.meta.dirname}/map/index.html` } },
    // Pages load from this computer's disk, so large files are fine.
    chunkSizeWarningLimit: 1_500,
  },
  // The worker is in the map page's folder, whose CSP allows tiles.
  worker: { format: 'es', rolldownOptions: { output: { entryFileNames: 'map/[name]-[hash].js' } } },
});
