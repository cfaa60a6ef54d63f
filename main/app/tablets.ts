/** Calls about paired tablets, answered by the host that serves them. */
import type { NewScreen, PairedScreen, Problem, TabletView } from '../../contract/contract.ts';
import { message } from '../../contract/message.ts';
import { DONE, type Handlers, refuse } from '../features/answers.ts';
import { qrPicture } from './qr-picture.ts';
import type { Running } from './running.ts';

export interface TabletPairing {
  /** Null if tablets aren't allowed. */
  pair(screen: NewScreen): { url: string; code: string; validSeconds: number } | null;
  isTaken(name: string): boolean;
  list(): TabletView[];
  /** False for an unknown ID. */
  change(id: string, screen: PairedScreen): boolean;
  /** `id` null: all tablets. False for an unknown ID. */
  unpair(id: string | null): boolean;
  trouble(): Problem | null;
}

export interface Tablets {
  calls: Pick<Handlers, `displays.${'pair' | 'list' | 'change' | 'sendAway'}`>;
  offer(pairing: TabletPairing): void;
}

export function createTablets(running: Running): Tablets {
  let pairing: TabletPairing | null = null;
  return {
    offer(given) {
      pairing = given;
    },
    calls: {
      'displays.pair': (screen) => {
        if (pairing?.isTaken(screen.name)) return refuse(TAKEN);
        // Training has no PIN, so it pairs no tablets.
        const way = running.training() ? null : pairing?.pair(screen);
        if (way) return { ok: true, value: { ...way, qr: qrPicture(way.url) } };
        return refuse(
          pairing?.trouble() ?? { code: 'no-tablets', text: message('tablet.pairingClosed'), hint: message('tablet.turnOnFirst') },
        );
      },
      'displays.list': () => ({ ok: true, value: { tablets: pairing?.list() ?? [], trouble: pairing?.trouble() ?? null } }),
      'displays.change': ({ id, screen }) => (pairing?.change(id, screen) ? DONE : refuse(UNKNOWN)),
      'displays.sendAway': ({ id }) => (pairing?.unpair(id) ? DONE : refuse(UNKNOWN)),
    },
  };
}

const TAKEN: Problem = { code: 'name-taken', field: 'name', text: message('tablet.nameTaken') };
const UNKNOWN: Problem = { code: 'unknown-tablet', text: message('tablet.alreadyUnpaired') };
