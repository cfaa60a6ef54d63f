/** One of the displays' ports: opened when allowed, and retried while it can't be. */
import type { Problem } from '../../../contract/contract.ts';
import { message } from '../../../contract/message.ts';
import type { Cancel } from '../../../shared/time/time.ts';
import type { App } from '../../app/app.ts';
import type { PageServer } from '../browser/page-server.ts';

export interface DisplayPort {
  server(): PageServer | null;
  /** Why it can't be opened now. */
  trouble(): Problem | null;
  /** Does nothing if it's open. */
  open(): Promise<void>;
  close(): Promise<void>;
  stopRetrying(): void;
}

const RETRY_MS = 5_000;
const PORT_TAKEN = 'port-taken';

/** `serve`: null if the port must stay closed for now. `retry`: called when it's time to `open` again. */
export function createDisplayPort(options: {
  app: Pick<App, 'time' | 'log' | 'raiseNotice' | 'clearNotice'>;
  /** ID of the notice. */
  notice: string;
  port(): number;
  serve(port: number): Promise<PageServer | Problem | null>;
  retry(): void;
}): DisplayPort {
  const { app, notice } = options;
  let server: PageServer | null = null;
  let trouble: Problem | null = null;
  let noRetry: Cancel | undefined;

  function setTrouble(next: Problem | null): void {
    trouble = next;
    // The vault has its own notice.
    if (next?.code === PORT_TAKEN) app.raiseNotice(notice, 'error', next.text, next.hint ?? '');
    else app.clearNotice(notice);
  }

  return {
    server: () => server,
    trouble: () => trouble,
    async open() {
      if (server) return;
      noRetry?.();
      const port = options.port();
      try {
        const served = await options.serve(port);
        if (served && 'close' in served) server = served;
        setTrouble(served && 'code' in served ? served : null);
      } catch (error) {
        app.log.warn({ err: error, port }, 'the displays are not served');
        // No other port is tried: tablets return only to this one.
        setTrouble({ code: PORT_TAKEN, text: message('tablet.portInUse', { port }), hint: message('tablet.freePort') });
      }
      if (!server) noRetry = app.time.after(RETRY_MS, options.retry);
    },
    async close() {
      noRetry?.();
      if (trouble) setTrouble(null);
      await server?.close();
      server = null;
    },
    stopRetrying: () => noRetry?.(),
  };
}
