/** Keeps the receiver listening: follows its settings, and retries while its port is in use. */
import { reachedAt } from '../../../contract/address.ts';
import { message, type Text } from '../../../contract/message.ts';
import type { Cancel } from '../../../shared/time/time.ts';
import type { Intake, IntakeConfig } from '../verify-and-store.ts';
import { type Receiver, ReceiverError, startReceiver } from './receiver.ts';

const TRY_AGAIN_MS = 3_000;
const NOTICE = 'receiver';

export interface ReceiverPlace {
  host: string;
  port: number;
  path: string;
}

export interface Receiving extends AsyncDisposable {
  view(): { state: 'listening' | 'stopped'; text: Text; url: string | null };
  settingsChanged(): void;
  settled(): Promise<void>;
}

interface Options extends IntakeConfig, Intake {
  settings: () => ReceiverPlace;
  notices: { raise(id: string, level: 'error', text: Text, hint: Text | null): void; clear(id: string): void };
  onDefect: (error: unknown) => void;
  onChange: () => void;
}

export function keepReceiving(options: Options): Receiving {
  let receiver: Receiver | null = null;
  let text: Text = message('receiver.starting');
  let stopped = false;
  let nextTry: Cancel | undefined;
  let current = JSON.stringify(options.settings());
  let working = listen();

  async function listen(): Promise<void> {
    const { host, port, path } = options.settings();
    try {
      receiver = await startReceiver({ ...options, host, port, path });
      text = message('receiver.listening');
      options.notices.clear(NOTICE);
    } catch (error) {
      if (!(error instanceof ReceiverError)) options.onDefect(error);
      text = error instanceof ReceiverError ? error.text : message('receiver.notStarted');
      options.notices.raise(NOTICE, 'error', text, error instanceof ReceiverError ? error.hint : null);
      if (!stopped) nextTry = options.time.after(TRY_AGAIN_MS, restart);
    }
    options.onChange();
  }

  function restart(): void {
    if (stopped) return;
    working = working.then(close).then(listen);
  }

  async function close(): Promise<void> {
    nextTry?.();
    await receiver?.close();
    receiver = null;
  }

  return {
    view: () =>
      receiver
        ? { state: 'listening', text, url: `http://${reachedAt(receiver.host, receiver.port)}${receiver.path}` }
        : { state: 'stopped', text, url: null },
    settingsChanged() {
      const wanted = JSON.stringify(options.settings());
      if (wanted === current) return;
      current = wanted;
      restart();
    },
    settled: () => working,
    async [Symbol.asyncDispose]() {
      stopped = true;
      await working;
      await close();
    },
  };
}
