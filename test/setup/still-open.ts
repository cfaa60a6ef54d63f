/** Open timers (unreferenced ones too), sockets and threads created by the app's own code. */
import { createHook } from 'node:async_hooks';
import { fileURLToPath } from 'node:url';

/** The app's code; the project's folder may be called `main`, too. */
const MAIN = fileURLToPath(new URL('../../main/', import.meta.url));

/** Resources that must be closed, not just garbage collected. */
const KINDS = new Set([
  'Timeout',
  'TCPSERVERWRAP',
  'TCPWRAP',
  'UDPWRAP',
  'PIPEWRAP',
  'PROCESSWRAP',
  'WORKER',
  'FSEVENTWRAP',
  'STATWATCHER',
]);

/** Starts tracking. The returned function lists open ones: place in `main`, by number. */
export function followOpen(): () => ReadonlyMap<number, string> {
  const open = new Map<number, string>();
  createHook({
    init(id, kind) {
      if (!KINDS.has(kind)) return;
      const place = (new Error('opened here').stack ?? '').split('\n').find((line) => line.includes(MAIN));
      if (place !== undefined) open.set(id, `${kind} ${place.slice(place.indexOf(MAIN) + MAIN.length)}`);
    },
    destroy: (id) => void open.delete(id),
  }).enable();
  return () => new Map(open);
}
