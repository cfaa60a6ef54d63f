/** The service's clock, which can be moved ahead, and its timers. */
export interface Clock {
  now(): number;
  iso(): string;
  /** Runs once at `time` (epoch ms). Returns a cancel function. */
  at(time: number, run: () => void): () => void;
  advance(seconds: number): void;
  stop(): void;
}

interface Alarm {
  time: number;
  run: () => void;
}

const LONGEST_SLEEP_MS = 3_600_000;

export function startClock(): Clock {
  const alarms = new Set<Alarm>();
  let ahead = 0;
  let sleep: NodeJS.Timeout | undefined;
  let stopped = false;
  const now = () => Date.now() + ahead;

  function ring(): void {
    const due = [...alarms].filter((alarm) => alarm.time <= now()).sort((a, b) => a.time - b.time);
    for (const alarm of due) {
      if (alarms.delete(alarm)) alarm.run();
    }
    plan();
  }

  function plan(): void {
    clearTimeout(sleep);
    if (alarms.size === 0 || stopped) return;
    const next = Math.min(...[...alarms].map((alarm) => alarm.time));
    sleep = setTimeout(ring, Math.min(Math.max(0, next - now()), LONGEST_SLEEP_MS));
  }

  return {
    now,
    iso: () => new Date(now()).toISOString(),
    at(time, run) {
      const alarm = { time, run };
      alarms.add(alarm);
      plan();
      return () => {
        alarms.delete(alarm);
        plan();
      };
    },
    advance(seconds) {
      ahead += seconds * 1_000;
      ring();
    },
    stop() {
      stopped = true;
      clearTimeout(sleep);
    },
  };
}
