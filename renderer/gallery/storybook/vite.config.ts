/** Bundles the gallery: for development, never in the app. */
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react()],
  // Loaded from this computer, so large chunks are fine.
  build: { target: 'es2022', chunkSizeWarningLimit: 4_000 },
});
