/** What the app's own code has opened in this process and not closed again: timers (also those that keep no process alive), sockets, threads. */
import { createHook } from 'node:async_hooks';
import { fileURLToPath } from 'node:url';

/** The folder of the app's own code; the project's folder may well be called `main` itself. */
const MAIN = fileURLToPath(new URL('../../main/', import.meta.url));

/** What ends by itself or with somebody's word, and not when memory is tidied up. */
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

/** Follows from now on. Answers with what is open now: the place in `main` that opened it, by a number of its own. */
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
