/** How the page of all components is built: for development alone, never into the app. */
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [react()],
  server: { host: '127.0.0.1' },
  build: { target: 'es2022', emptyOutDir: true, chunkSizeWarningLimit: 1_500 },
});
