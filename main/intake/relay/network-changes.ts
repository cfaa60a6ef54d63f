import { networkInterfaces } from 'node:os';
import type { Cancel, Time } from '../../../shared/time/time.ts';

const LOOK_MS = 2_000;

/** Detects a changed cable or Wi-Fi, or a wake-up. `addresses`: all local ones as a comparable string. */
export function watchNetwork(time: Time, onChange: () => void, onDefect: (error: unknown) => void, addresses = ownAddresses): Cancel {
  let before = addresses();
  return time.every(
    LOOK_MS,
    () => {
      const now = addresses();
      if (now === before) return;
      before = now;
      onChange();
    },
    onDefect,
  );
}

function ownAddresses(): string {
  return Object.entries(networkInterfaces())
    .flatMap(([name, found]) => (found ?? []).filter(({ internal }) => !internal).map(({ address }) => `${name} ${address}`))
    .sort()
    .join('\n');
}
