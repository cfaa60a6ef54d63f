/** Who makes a call, known from the connection and not claimed by the page. */
import type { OrderCard, SignedInPush, Station } from '../../contract/contract.ts';

export interface SignedInScreen {
  push(push: SignedInPush): void;
  isHere(): boolean;
}

/** A paired screen, named as in Settings. A display's host has checked that it may make the call; at a station staff sign in. */
export type PairedCaller =
  | { kind: 'display'; name: string }
  | { kind: 'station'; name: string; station: Station; shows: (orderId: string) => OrderCard | null };

export interface Caller {
  /** Null for displays and the app's own actions. */
  screen: SignedInScreen | null;
  paired: PairedCaller | null;
}

export interface By extends Caller {
  name: string | null;
}

export const BY_APP: By = { screen: null, paired: null, name: null };
