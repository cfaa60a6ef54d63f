/** Bundles the gallery: for development, never in the app. */
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react()],
  // Keeps story names and source lines in errors.
  build: { target: 'es2022', chunkSizeWarningLimit: 4_000 },
});
