/** How the pages are built: plain files with relative addresses, the same for Electron and the browser host. */
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
    // The content security policy allows no data: addresses, so nothing may be inlined.
    assetsInlineLimit: 0,
    modulePreload: false,
    rolldownOptions: { input: { index: `${import.meta.dirname}/index.html`, map: `${import.meta.dirname}/map/index.html` } },
    // Read from this computer's disk, never over a network.
    chunkSizeWarningLimit: 1_500,
  },
  // Beside the page of the map, whose policy it has: it asks for tiles as well.
  worker: { format: 'es', rolldownOptions: { output: { entryFileNames: 'map/[name]-[hash].js' } } },
});
