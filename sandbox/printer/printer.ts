/** What a virtual printer shows of itself: its paper, its faults, what happened to it. */
import type { PrinterFaults } from './faults.ts';

/** A piece of paper as it lies in the tray. */
export interface Paper {
  number: number;
  at: string;
  text: string;
  bytes: Buffer;
  /** How long it is, in dots of the printer. */
  height: number;
  /** False while it hangs in the printer. */
  cut: boolean;
  drawerKicks: number;
  beeps: number;
  unknown: string[];
  png(): Buffer;
}

export interface PrinterEvent {
  at: string;
  text: string;
}

export interface VirtualPrinter {
  host: string;
  port: number;
  control_url: string;
  /** All pieces, oldest first; the last may still hang in the printer. */
  papers(): Paper[];
  clear(): void;
  faults(): PrinterFaults;
  /** Changes faults by their names; see `PrinterFaults`. */
  set(changes: Partial<PrinterFaults>): void;
  events(): PrinterEvent[];
  close(): Promise<void>;
}
