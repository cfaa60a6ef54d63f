/** Worker for @napi-rs/keyring: creating an entry blocks on the system, up to half a minute. */
import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';

/** Not keytar's name: on Linux their entries differ, and keytar crashes on foreign ones. */
const SERVICE = 'Tillbridge-keyring';

export type KeyringRequest =
  | { id: number; ask: 'get' | 'delete'; account: string }
  | { id: number; ask: 'set'; account: string; value: string };
export type KeyringReply = { id: number; value: unknown } | { id: number; error: string };

/** Typed here because the package is optional. */
interface Keyring {
  AsyncEntry: new (
    service: string,
    account: string,
    options: { linux: { store: 'secret-service' } },
  ) => {
    getPassword(): Promise<string | null>;
    setPassword(value: string): Promise<void>;
    deletePassword(): Promise<boolean>;
  };
}

/** Never the library's fallback, the kernel's key store, which forgets within days. */
const OPTIONS = { linux: { store: 'secret-service' } } as const;

async function answer(asked: KeyringRequest): Promise<unknown> {
  const { AsyncEntry } = createRequire(import.meta.url)('@napi-rs/keyring') as Keyring;
  switch (asked.ask) {
    case 'get':
      return (await new AsyncEntry(SERVICE, asked.account, OPTIONS).getPassword()) ?? null;
    case 'set':
      return void (await new AsyncEntry(SERVICE, asked.account, OPTIONS).setPassword(asked.value));
    case 'delete':
      return void (await new AsyncEntry(SERVICE, asked.account, OPTIONS).deletePassword());
  }
}

parentPort?.on('message', (asked: KeyringRequest) => {
  const tell = (reply: KeyringReply): void => parentPort?.postMessage(reply);
  answer(asked).then(
    (value) => tell({ id: asked.id, value }),
    (error: unknown) => tell({ id: asked.id, error: error instanceof Error ? error.message : String(error) }),
  );
});
