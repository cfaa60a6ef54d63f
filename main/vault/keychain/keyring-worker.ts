/** A thread of its own for @napi-rs/keyring: making one of its entries asks the system and waits for the answer, which may take half a minute. */
import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';

/** Another name than keytar's: on Linux their entries differ in form, and keytar dies of those it did not write. */
const SERVICE = 'Tillbridge-keyring';

export type Asked = { id: number; ask: 'get' | 'delete'; account: string } | { id: number; ask: 'set'; account: string; value: string };
export type Reply = { id: number; value: unknown } | { id: number; error: string };

/** What is used of the package. Its own types would be missing where the optional package is. */
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

/** Never the kernel's key store, which it would otherwise fall back to: that one forgets everything within days. */
const OPTIONS = { linux: { store: 'secret-service' } } as const;

async function answer(asked: Asked): Promise<unknown> {
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

parentPort?.on('message', (asked: Asked) => {
  const tell = (reply: Reply): void => parentPort?.postMessage(reply);
  answer(asked).then(
    (value) => tell({ id: asked.id, value }),
    (error: unknown) => tell({ id: asked.id, error: error instanceof Error ? error.message : String(error) }),
  );
});
