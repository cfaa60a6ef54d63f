/** Parses a command line. */
import type { RelayAsked } from '../operator/ask-relay.ts';

export interface Command extends RelayAsked {
  /** What was typed behind the command's name. */
  words: readonly string[];
  label: string | undefined;
  json: boolean;
  /** What time it is, epoch ms. */
  now: () => number;
  /** The group that an invited counter is of. */
  group?: string | undefined;
  /** Who manages, as counters show it. */
  by?: string | undefined;
  /** A version of settings: the one that is meant, or the one to give. */
  version?: string | undefined;
  /** The file with the key that signs settings; `settings.key` where the command is typed if none is named. */
  keyFile?: string | undefined;
}
