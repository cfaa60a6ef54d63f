/** With `node --import` of this, `electron` is the fake: the desktop app runs on real Chromium without Electron's binary. */
import { registerHooks } from 'node:module';

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: new URL('./electron.ts', import.meta.url).href, shortCircuit: true } : next(specifier, context),
});
