/** Who makes a call: the screen it came from, as the bridge knows it. Nothing in it is a claim of the page. */
import type { SignedInPush } from '../../contract/contract.ts';

/** The page of a counter. */
export interface Screen {
  /** Tells this screen alone. */
  tell(push: SignedInPush): void;
  isHere(): boolean;
}

export interface Caller {
  /** Null for a display, and for what the app does by itself. */
  screen: Screen | null;
  /** What the display that asks is called; null for everyone else. */
  display: string | null;
}

/** The same with who is signed in there; null while the venue does not name its staff, and where no one is. */
export interface By extends Caller {
  name: string | null;
}

export const THE_APP: By = { screen: null, display: null, name: null };
