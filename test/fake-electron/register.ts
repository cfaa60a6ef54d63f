/** `node --import` this, and `electron` is the stand-in: the desktop app then runs on a real Chromium without Electron's binary. */
import { registerHooks } from 'node:module';

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: new URL('./electron.ts', import.meta.url).href, shortCircuit: true } : next(specifier, context),
});
