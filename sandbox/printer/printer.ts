import type { PrinterFaults } from './faults.ts';

export interface Paper {
  number: number;
  at: string;
  text: string;
  bytes: Buffer;
  height: number;
  /** False while still in the printer. */
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
  papers(): Paper[];
  clear(): void;
  faults(): PrinterFaults;
  set(changes: Partial<PrinterFaults>): void;
  events(): PrinterEvent[];
  close(): Promise<void>;
}
