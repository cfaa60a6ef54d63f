import type { CallName, Problem } from '../../contract/contract.ts';
import type { ProvisionedCode } from '../service/redeem-codes.ts';
import type { CustomerLogo } from '../settings/customer-logo.ts';
import type { FolderLock } from '../store/file/lock.ts';
import type { Loss } from '../store/file/same-file.ts';
import type { Store } from '../store/store.ts';
import type { Clocks } from '../time/service-clock.ts';
import type { VaultByEnvironment } from '../vault/by-environment.ts';
import type { Notices } from '../view/notices.ts';
import type { CounterCalls } from './answer-call.ts';
import type { By, Caller, SignedInScreen } from './caller.ts';
import type { AppEnvironment } from './context.ts';

export interface CompositionOptions extends Omit<AppEnvironment, 'crashFolder'> {
  /** Called once the data folder is locked. Webhooks received before wait for it. */
  openVault: () => Promise<VaultByEnvironment>;
  time?: Clocks;
  /** Anyone who can start the app may remove the PIN. */
  resetPin?: boolean;
  /** The data folder's lock, if it outlives this composition. */
  lock?: FolderLock;
  /** The same process had this folder open a moment ago. */
  reopened?: boolean;
  /** Called once if the database is removed or damaged; nothing can be saved afterwards. */
  onLoss?: (loss: Loss | 'damaged') => void;
}

export interface Composed {
  calls: CounterCalls;
  refusalOf: (name: CallName, input: unknown, caller: Caller) => Problem | null;
  by: (caller: Caller) => By;
  /** Logs a successful call with its author, if the venue uses staff sign-in. */
  noteCall: (name: CallName, input: unknown, by: By) => void;
  left: (screen: SignedInScreen) => void;
  /** Exchanges a provisioning file's codes; retries while the service is unreachable. */
  connectWith(codes: ProvisionedCode[], onUsed: (code: string) => Promise<void>): Promise<void>;
  raiseNotice: Notices['raise'];
  clearNotice: Notices['clear'];
  /** After sleep: resumes waiting work and reads every open order. */
  wake(): void;
  openLink(address: string): void;
  logoAt: CustomerLogo['at'];
  /** The origin that the map page may load tiles from. */
  tilesOrigin(): string | null;
  /** Runs work on the vault, then reloads the webhook secrets. */
  withVault<T>(work: (vault: VaultByEnvironment) => Promise<T>): Promise<T>;
  /** Null if the receiver can't listen. */
  receiverUrl(): Promise<string | null>;
  /** Why the database is read-only, or null. */
  readOnly: Store['readOnly'];
  /** Saves the rest of a database whose file is gone. */
  rescue(): Promise<void>;
  stop(): Promise<void>;
}
