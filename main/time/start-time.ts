/** The clocks of one app. */
import { systemTime } from '../../shared/time/system-time.ts';
import type { Time } from '../../shared/time/time.ts';
import { type Clocks, createServiceClock } from './service-clock.ts';

/** For one bridge: its monotonic clock begins with this computer's time as it is now, and its service's clock is still to be learnt. */
export function startTime(time: Time = systemTime): Clocks {
  const ahead = time.wall() - time.monotonic();
  const monotonic = (): number => time.monotonic() + ahead;
  return { ...time, monotonic, service: createServiceClock({ computer: time.wall, monotonic }) };
}
