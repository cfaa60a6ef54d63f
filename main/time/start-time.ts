/** An app's clocks: this computer's, a monotonic one, the service's. */
import { systemTime } from '../../shared/time/system-time.ts';
import type { Time } from '../../shared/time/time.ts';
import { type Clocks, createServiceClock } from './service-clock.ts';

/** The monotonic clock begins at the current wall time. */
export function startTime(time: Time = systemTime): Clocks {
  const ahead = time.wall() - time.monotonic();
  const monotonic = (): number => time.monotonic() + ahead;
  return { ...time, monotonic, service: createServiceClock({ computer: time.wall, monotonic }) };
}
