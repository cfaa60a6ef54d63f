/** Calls about paired tablets, answered by the host that serves them. */
import type { NewScreen, PairedScreen, Problem, TabletView } from '../../contract/contract.ts';
import { message } from '../../contract/message.ts';
import { DONE, type Handlers, refuse } from '../features/answers.ts';
import { qrPicture } from './qr-picture.ts';
import type { Running } from './running.ts';

export interface TabletPairing {
  /** A new code, or why there is none: null if tablets aren't allowed. */
  pair(screen: NewScreen): PairingCode | { trouble: Problem | null };
  isTaken(name: string): boolean;
  list(): TabletView[];
  /** False for an unknown ID, or another view. */
  change(id: string, screen: PairedScreen): boolean;
  /** `id` null: all tablets. False for an unknown ID. */
  unpair(id: string | null): boolean;
  /** Why displays can't connect. */
  trouble(): Problem | null;
  /** Why no screen can connect over https. */
  stationTrouble(): Problem | null;
  /** The venue's certificate authority; null until it was made. */
  authority(): { fingerprint: string } | null;
}

/** `guideUrl`: where a tablet gets the venue's certificate authority, for an https `url`. */
export interface PairingCode {
  url: string;
  code: string;
  validSeconds: number;
  guideUrl: string | null;
  computerLink: string | null;
}

export interface Tablets {
  calls: Pick<Handlers, `displays.${'pair' | 'list' | 'change' | 'sendAway'}`>;
  offer(pairing: TabletPairing): void;
  list(): readonly TabletView[];
}

export function createTablets(running: Running): Tablets {
  let pairing: TabletPairing | null = null;
  const list = (): TabletView[] => pairing?.list() ?? [];
  return {
    list,
    offer(given) {
      pairing = given;
    },
    calls: {
      'displays.pair': (screen) => {
        if (pairing?.isTaken(screen.name)) return refuse(TAKEN);
        // Training has no PIN, so it pairs no tablets.
        const way = running.training() ? undefined : pairing?.pair(screen);
        if (way && 'url' in way) {
          const guideQr = way.guideUrl === null ? null : qrPicture(way.guideUrl);
          return { ok: true, value: { ...way, qr: qrPicture(way.url), guideQr } };
        }
        return refuse(way?.trouble ?? CLOSED);
      },
      'displays.list': () => ({
        ok: true,
        value: {
          tablets: list(),
          trouble: pairing?.trouble() ?? null,
          stationTrouble: pairing?.stationTrouble() ?? null,
          authority: pairing?.authority() ?? null,
        },
      }),
      // Nor does training change any.
      'displays.change': ({ id, screen }) => {
        if (running.training()) return refuse(CLOSED);
        return pairing?.change(id, screen) ? DONE : refuse(UNKNOWN);
      },
      'displays.sendAway': ({ id }) => (pairing?.unpair(id) ? DONE : refuse(UNKNOWN)),
    },
  };
}

const CLOSED: Problem = { code: 'no-tablets', text: message('tablet.pairingClosed'), hint: message('tablet.turnOnFirst') };
const TAKEN: Problem = { code: 'name-taken', field: 'name', text: message('tablet.nameTaken') };
const UNKNOWN: Problem = { code: 'unknown-tablet', text: message('tablet.alreadyUnpaired') };
