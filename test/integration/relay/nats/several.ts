/** Engines of several relays on real NATS servers. */
import { join } from 'node:path';
import * as v from 'valibot';
import type { Engine } from '../../../../relay/engine/engine.ts';
import { createNatsEngine, type NatsEngine } from '../../../../relay/engine/nats/nats.ts';
import { RelaySettings } from '../../../../relay/settings/settings.ts';
import { openDatabase } from '../../../../relay/store/database.ts';
import { systemTime } from '../../../../relay/system-time.ts';
import type { NatsServer } from '../../../setup/nats-server.ts';

/** No machine is so slow. */
export const LONG_MS = 30_000;
const HOUR = 3_600_000;

export interface OpenedEngine extends NatsEngine {
  engine: Engine;
}

/** `answerMs`: so long a notification is held for the engine. */
export async function openNatsEngine(
  servers: readonly NatsServer[],
  options: { folder: string; name?: string; now?: () => number; answerMs?: number; opensIn?: number; onDefect?: (error: unknown) => void },
): Promise<OpenedEngine> {
  const db = openDatabase(join(options.folder, 'relay.sqlite'));
  const { engine: settings } = v.parse(RelaySettings, {
    engine: { nats: { servers: servers.map(({ url }) => url), replicas: servers.length, name: options.name ?? 'relay' } },
  });
  if (settings === 'embedded') throw new Error('It is NATS.');
  const opened = createNatsEngine({
    db,
    settings: settings.nats,
    retentionMs: 72 * HOUR,
    time: options.now ? { ...systemTime, wall: options.now } : systemTime,
    answerMs: options.answerMs ?? LONG_MS,
    onDefect:
      options.onDefect ??
      ((error) => {
        throw error;
      }),
  });
  await opened.opened(options.opensIn ?? LONG_MS);
  let isOpen = true;
  return {
    ...opened,
    engine: {
      ...opened.engine,
      async [Symbol.asyncDispose]() {
        if (!isOpen) return;
        isOpen = false;
        await opened.engine[Symbol.asyncDispose]();
        db[Symbol.dispose]();
      },
    },
  };
}
