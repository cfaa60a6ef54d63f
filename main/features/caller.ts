/** Who makes a call, known from the connection and not claimed by the page. */
import type { SignedInPush } from '../../contract/contract.ts';

export interface SignedInScreen {
  push(push: SignedInPush): void;
  isHere(): boolean;
}

export interface Caller {
  /** Null for displays and the app's own actions. */
  screen: SignedInScreen | null;
  /** The display's name in Settings. */
  display: string | null;
}

export interface By extends Caller {
  name: string | null;
}

export const BY_APP: By = { screen: null, display: null, name: null };
