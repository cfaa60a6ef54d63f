/** The log: a file in the data folder that names orders, never consumers, and never a secret. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pino, { type Logger } from 'pino';

export type Log = Pick<Logger, 'info' | 'warn' | 'error'>;

/** `silent` is for tests that read other evidence. */
export function openLog(dataDir: string, level: 'info' | 'silent' = 'info'): Log {
  if (level === 'silent') return pino({ level: 'silent' });
  const folder = join(dataDir, 'log');
  mkdirSync(folder, { recursive: true });
  // pino.destination and no transport: transports are threads that cannot be loaded from inside a packaged app.
  return pino(
    { base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ dest: join(folder, 'tillbridge.log'), sync: false }),
  );
}
