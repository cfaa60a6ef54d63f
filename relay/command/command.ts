/** A parsed command line. */
import type { RelayAsked } from '../operator/ask-relay.ts';

export interface Command extends RelayAsked {
  words: readonly string[];
  label: string | undefined;
  json: boolean;
  /** Epoch ms. */
  now: () => number;
  group?: string | undefined;
  /** Who manages settings, as counters show it. */
  by?: string | undefined;
  version?: string | undefined;
  /** File with the signing key; by default `settings.key` in the current folder. */
  keyFile?: string | undefined;
  /** Of `support`. */
  reason?: string | undefined;
  out?: string | undefined;
  withdraw?: boolean;
}
