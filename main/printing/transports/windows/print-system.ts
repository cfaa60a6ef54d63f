/** Calls to Windows' print system. The real one runs in a thread; tests replace it. */

/** `status` and `attributes`: bits of `windows-states.ts`. */
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
  /** Raw bytes. Returns the document's number. */
  print(name: string, bytes: Uint8Array): Promise<number>;
  /** Null once the document is gone. */
  document(name: string, id: number): Promise<number | null>;
  /** False if the document no longer exists. */
  cancel(name: string, id: number): Promise<boolean>;
  /** Gives up after `stallMs` without progress. Returns the bytes accepted. */
  writePort(path: string, bytes: Uint8Array, stallMs: number): Promise<number>;
  /** Checks without opening the port for writing. */
  hasPort(path: string): Promise<boolean>;
}

/** `code`: Windows error code; null on a timeout. */
export class WindowsPrintError extends Error {
  readonly code: number | null;
  constructor(message: string, code: number | null) {
    super(message);
    this.code = code;
  }
}

/** The native library is missing. */
export const UNAVAILABLE = -1;
export const NO_SUCH_PRINTER = 1801;
export const NO_SUCH_FILE = 2;
export const ACCESS_DENIED = 5;
