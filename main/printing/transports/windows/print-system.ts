/** Calls to Windows' print system and its ports. The real one runs in a thread; tests replace it. */

/** A printer as Windows lists it. `status` and `attributes`: its bits, see `windows-states.ts`. */
export interface WindowsPrinter {
  name: string;
  port: string;
  driver: string;
  status: number;
  attributes: number;
}

export interface WindowsPrintSystem {
  list(): Promise<WindowsPrinter[]>;
  printer(name: string): Promise<WindowsPrinter>;
  /** Hands the bytes over as they are. Answers the number of the document. */
  print(name: string, bytes: Uint8Array): Promise<number>;
  /** The status bits of a document; null once the print system has it no more. */
  document(name: string, id: number): Promise<number | null>;
  /** Takes a document back. False where there is none any more. */
  cancel(name: string, id: number): Promise<boolean>;
  /** Writes to a port or a device; gives up once nothing was taken for `stallMs`. Answers how many bytes were taken. */
  writePort(path: string, bytes: Uint8Array, stallMs: number): Promise<number>;
  /** Whether there is such a port or device, without opening it for writing. */
  hasPort(path: string): Promise<boolean>;
}

/** `code`: Windows' number for what went wrong; null where it did not answer in time. */
export class WindowsPrintError extends Error {
  readonly code: number | null;
  constructor(message: string, code: number | null) {
    super(message);
    this.code = code;
  }
}

/** Its functions cannot be called at all: a part of this installation is missing. */
export const UNAVAILABLE = -1;
export const NO_SUCH_PRINTER = 1801;
export const NO_SUCH_FILE = 2;
export const ACCESS_DENIED = 5;
