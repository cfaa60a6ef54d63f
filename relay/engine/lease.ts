/** Something that only one may do, as it is kept by any engine. */
import type { Lease } from './engine.ts';

export interface Held extends Lease {
  holder: string;
  /** Epoch ms. */
  until: number;
}

/** As Engine.lease: what is kept from now on, or null while another has it. */
export function nextHeld(held: Held | null, holder: string, now: number, ms: number): Held | null {
  if (held && held.holder !== holder && held.until > now) return null;
  const epoch = held ? held.epoch + (held.holder === holder ? 0 : 1) : 1;
  return { holder, epoch, until: now + ms };
}
