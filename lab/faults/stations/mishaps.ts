/** Faults of stations while they work. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Chance } from '../seeded.ts';
import type { PairedStation } from './paired-station.ts';

export type Counts = Record<string, number>;

const MINUTE_MS = 60_000;
const DELAYS_MS = [40, 150, 400, 800, 1_500, 2_500];

type Mishap = (station: PairedStation, chance: Chance) => Promise<void>;

const OF_STATIONS: Record<string, Mishap> = {
  async cut({ line }, chance) {
    line.set('cut');
    await wait(200 + chance.below(3_000));
    line.set('well');
  },
  async held({ line }, chance) {
    line.set('held');
    await wait(300 + chance.below(9_000));
    line.set('well');
  },
  async delayed({ line }, chance) {
    line.set({ delayMs: chance.pick(DELAYS_MS) });
    await wait(2_000 + chance.below(5_000));
    line.set('well');
  },
  sleep: (station, chance) => station.sleep(300 + chance.below(8_000)),
  /** Tablets wake up without a network. */
  async 'sleep and cut'(station, chance) {
    const asleep = station.sleep(1_000 + chance.below(4_000));
    await wait(200);
    station.line.set('held');
    await asleep;
    await wait(1_500);
    station.line.set('well');
  },
  async reload(station) {
    await station.leave();
    station.start();
  },
  async kill(station, chance) {
    await station.kill();
    await wait(chance.below(1_500));
    station.start();
  },
  async 'clock off'(station, chance) {
    await station.setClock((chance.below(41) - 20) * MINUTE_MS);
    await wait(1_000);
  },
};

/** One after the other at each station, until stopped. */
export function troubleStations(stations: readonly PairedStation[], chanceFor: (at: number) => Chance, counts: Counts) {
  let isOver = false;
  const ends = stations.map(async (station, at) => {
    const chance = chanceFor(at);
    let left: string[] = [];
    while (!isOver) {
      await wait(500 + chance.below(2_500));
      await untilLinked(station, () => isOver);
      if (isOver) return;
      if (left.length === 0) left = Object.keys(OF_STATIONS);
      const [name = ''] = left.splice(chance.below(left.length), 1);
      counts[name] = (counts[name] ?? 0) + 1;
      await OF_STATIONS[name]?.(station, chance);
    }
  });
  return {
    async stop(): Promise<void> {
      isOver = true;
      await Promise.all(ends);
    },
  };
}

/** Faults wait for slow computers. */
async function untilLinked(station: PairedStation, isOver: () => boolean): Promise<void> {
  while (!isOver() && !(await station.showing())?.linked) await wait(200);
}
