/**
 * @napi-rs/keyring, the preferred library. Reconnects for each call, so it survives a restarted keychain. Runs in a worker, because its
 * calls block.
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { systemTime } from '../../../shared/time/system-time.ts';
import type { Cancel } from '../../../shared/time/time.ts';
import type { KeychainLibrary } from './keychain-library.ts';
import type { KeyringReply, KeyringRequest } from './keyring-worker.ts';

type Question = KeyringRequest extends infer One ? (One extends KeyringRequest ? Omit<One, 'id'> : never) : never;

/** The idle worker ends after this. */
const IDLE_MS = 10_000;

/** Throws if the package can't be loaded. */
export function loadKeyring(): KeychainLibrary {
  createRequire(import.meta.url)('@napi-rs/keyring');
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  let worker: Worker | null = null;
  let busyAgain: Cancel | undefined;
  let last = 0;

  function begin(): Worker {
    const started = new Worker(entry());
    // Doesn't keep the process alive.
    started.unref();
    started.on('message', (reply: KeyringReply) => {
      const asked = waiting.get(reply.id);
      waiting.delete(reply.id);
      if ('error' in reply) asked?.reject(new Error(reply.error));
      else asked?.resolve(reply.value);
      rest();
    });
    const gone = (why: string): void => {
      if (worker !== started) return;
      worker = null;
      for (const { reject } of waiting.values()) reject(new Error(why));
      waiting.clear();
    };
    started.on('error', (error) => gone(error.message));
    started.on('exit', () => gone('its thread ended'));
    return started;
  }

  function rest(): void {
    busyAgain?.();
    busyAgain = systemTime.after(
      IDLE_MS,
      () => {
        if (waiting.size > 0) return;
        void worker?.terminate();
        worker = null;
      },
      { keepsAlive: false },
    );
  }

  function ask(question: Question): Promise<unknown> {
    last += 1;
    const id = last;
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      worker ??= begin();
      worker.postMessage({ ...question, id });
    });
  }

  return {
    get: async (account) => (await ask({ ask: 'get', account })) as string | null,
    set: async (account, value) => void (await ask({ ask: 'set', account, value })),
    delete: async (account) => void (await ask({ ask: 'delete', account })),
  };
}

function entry(): URL {
  const bundled = new URL('../keyring/worker.js', import.meta.url);
  return existsSync(fileURLToPath(bundled)) ? bundled : new URL('./keyring-worker.ts', import.meta.url);
}
