/** The interface of an open bridge. */
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
import type { By, Caller, Screen } from './caller.ts';
import type { Surroundings } from './context.ts';

export interface CompositionOptions extends Omit<Surroundings, 'crashFolder'> {
  /** Opens the vault, once the data folder is known to be ours; orders are received meanwhile, and wait for it. */
  openVault: () => Promise<VaultByEnvironment>;
  /** As it passes on this computer, where not given. */
  time?: Clocks;
  /** Takes the manager's PIN away, as whoever may start the app can. */
  resetPin?: boolean;
  /** The lock of the data folder, where someone holds it for longer than this bridge lives. */
  lock?: FolderLock;
  /** There was a bridge on this folder a moment ago, in this process. */
  reopened?: boolean;
  /** Told once, when the database was taken away or damaged: nothing can be kept from then on. */
  onLoss?: (loss: Loss | 'damaged') => void;
}

/** All rooms, running: what the app asks of them. */
export interface Composed {
  calls: CounterCalls;
  /** Why a call may not be made by whoever stands at that screen now. */
  refusalOf: (name: CallName, input: unknown, caller: Caller) => Problem | null;
  /** Who is signed in at the screen that asks. */
  by: (caller: Caller) => By;
  /** A call was made and answered with yes: what it changed is noted with who made it, where the venue names its staff. */
  noteCall: (name: CallName, input: unknown, by: By) => void;
  /** This screen was closed. */
  left: (screen: Screen) => void;
  /** Exchanges the codes of a provisioning file; one that cannot reach the service yet is tried again by itself. */
  connectWith(codes: ProvisionedCode[], onUsed: (code: string) => Promise<void>): Promise<void>;
  tell: Notices['raise'];
  untell: Notices['clear'];
  /** After the computer slept: what waited goes on, and every open order is read. */
  wake(): void;
  /** Takes an address that the system handed to the app. */
  openLink(address: string): void;
  /** The logo of the customers' screen. */
  logoAt: CustomerLogo['at'];
  /** Whom the page of the map may ask. */
  tilesOrigin(): string | null;
  /** Runs work on the vault, then reads the webhook secrets again. */
  withVault<T>(work: (vault: VaultByEnvironment) => Promise<T>): Promise<T>;
  /** Where the service should post to, once the receiver listens; null while it cannot. */
  receiverUrl(): Promise<string | null>;
  /** Why the database is only read; null where it is written to. */
  readOnly: Store['readOnly'];
  /** Saves what is left of a database whose file is gone. */
  rescue(): Promise<void>;
  stop(): Promise<void>;
}
