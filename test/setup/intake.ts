/** Stores verified notifications in tests of receiver and relay: a real database, or files. */

import type { Ingestion } from '../../main/intake/ingest.ts';
import { keepUnstored, type UnstoredCounts } from '../../main/intake/unstored-notifications.ts';
import type { Intake } from '../../main/intake/verify-and-store.ts';
import type { Time } from '../../shared/time/time.ts';

export function intakeInto(
  dataDir: string,
  ingestion: Ingestion,
  time: Time,
  onDefect: (error: unknown) => void,
  onChange: (counts: UnstoredCounts) => void = () => undefined,
): Intake {
  return { ingestion, time, unstored: keepUnstored({ dataDir, ingestion, priceUnit: () => () => 1, time, onChange, onDefect }) };
}
