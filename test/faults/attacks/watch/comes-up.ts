/** An app that is started, and may never come up again. */
import { setTimeout as wait } from 'node:timers/promises';
import type { VenueProcess } from '../../venue-process.ts';

const UP_WITHIN_MS = 30_000;

/** Whether its counter is there in time; the app is switched off where it is not. */
export async function comesUp(app: VenueProcess): Promise<boolean> {
  const started = app.switchOn().then(() => app.counterUrl() !== '');
  const up = await Promise.race([started, wait(UP_WITHIN_MS).then(() => false)]);
  if (!up) await app.switchOff();
  await started;
  return up;
}
