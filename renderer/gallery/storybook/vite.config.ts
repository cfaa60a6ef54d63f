/** How the page of all components is bundled: for development alone, never into the app. */
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react()],
  // Stories are told by their names, and what goes wrong in one by the line it stands on.
  build: { target: 'es2022', chunkSizeWarningLimit: 4_000 },
});
