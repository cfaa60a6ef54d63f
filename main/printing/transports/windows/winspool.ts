/** Calls Windows' printing functions through koffi. They block, so this runs in a thread. Structs have their 64-bit layouts. */
import { createRequire } from 'node:module';
import { UNAVAILABLE, type WindowsPrinter } from './print-system.ts';

/** The optional package's own types may be missing. */
type Native = (...given: unknown[]) => number;
interface Koffi {
  load(library: string): { func(declaration: string): Native };
  struct(name: string, fields: Record<string, string>): unknown;
  decode(from: unknown, type: string, count?: number): unknown;
}

/** `code`: Windows error code. */
export class NativeError extends Error {
  readonly code: number;
  constructor(what: string, code: number) {
    super(`${what} failed with ${code}`);
    this.code = code;
  }
}

/** This computer's printers and connected remote ones. */
const LOCAL_AND_CONNECTED = 2 | 4;
const CHUNK_BYTES = 4 * 1024;
const ONLY_WRITE = 0x40000000;
const OPEN_EXISTING = 3;
const SHARED = 3;
const DELETE_DOCUMENT = 5;
const OVERLAPPED = 0x40000000;
const OVERLAPPED_BYTES = 32;
const STILL_WRITING = 997;
const NOT_YET = 996;
const NOT_IN_TIME = 258;
const CALLED_OFF_MS = 2_000;
const INVALID = -1;
const INVALID_PARAMETER = 87;

/** PRINTER_INFO_2W, in order. */
const TEXTS_BEFORE = ['server', 'name', 'share', 'port', 'driver', 'comment', 'location'];
const TEXTS_AFTER = ['separator', 'processor', 'datatype', 'parameters'];
const NUMBERS = ['attributes', 'priority', 'defaultPriority', 'startTime', 'untilTime', 'status', 'documents', 'averagePagesPerMinute'];

function open() {
  const koffi = createRequire(import.meta.url)('koffi') as Koffi;
  const spool = koffi.load('winspool.drv');
  const kernel = koffi.load('kernel32.dll');
  const all = (names: string[], type: string) => Object.fromEntries(names.map((name) => [name, type]));
  koffi.struct('DOC_INFO_1W', { name: 'str16', outputFile: 'str16', datatype: 'str16' });
  koffi.struct('PRINTER_INFO_2W', {
    ...all(TEXTS_BEFORE, 'str16'),
    deviceMode: 'void *',
    ...all(TEXTS_AFTER, 'str16'),
    security: 'void *',
    ...all(NUMBERS, 'uint32'),
  });
  return {
    decode: koffi.decode,
    lastError: kernel.func('uint32 __stdcall GetLastError()'),
    openPrinter: spool.func('int __stdcall OpenPrinterW(str16 name, _Out_ void **handle, void *defaults)'),
    closePrinter: spool.func('int __stdcall ClosePrinter(void *handle)'),
    enumPrinters: spool.func(
      'int __stdcall EnumPrintersW(uint32 flags, str16 name, uint32 level, void *buffer, uint32 size, _Out_ uint32 *needed, _Out_ uint32 *count)',
    ),
    getPrinter: spool.func('int __stdcall GetPrinterW(void *handle, uint32 level, void *buffer, uint32 size, _Out_ uint32 *needed)'),
    getDriver: spool.func(
      'int __stdcall GetPrinterDriverW(void *handle, str16 environment, uint32 level, void *buffer, uint32 size, _Out_ uint32 *needed)',
    ),
    startDoc: spool.func('uint32 __stdcall StartDocPrinterW(void *handle, uint32 level, DOC_INFO_1W *info)'),
    startPage: spool.func('int __stdcall StartPagePrinter(void *handle)'),
    write: spool.func('int __stdcall WritePrinter(void *handle, const void *bytes, uint32 size, _Out_ uint32 *written)'),
    endPage: spool.func('int __stdcall EndPagePrinter(void *handle)'),
    endDoc: spool.func('int __stdcall EndDocPrinter(void *handle)'),
    abort: spool.func('int __stdcall AbortPrinter(void *handle)'),
    getJob: spool.func('int __stdcall GetJobW(void *handle, uint32 id, uint32 level, void *buffer, uint32 size, _Out_ uint32 *needed)'),
    setJob: spool.func('int __stdcall SetJobW(void *handle, uint32 id, uint32 level, void *info, uint32 command)'),
    createFile: kernel.func(
      'intptr __stdcall CreateFileW(str16 name, uint32 access, uint32 share, void *security, uint32 how, uint32 flags, intptr template)',
    ),
    writeFile: kernel.func('int __stdcall WriteFile(intptr handle, const void *bytes, uint32 size, void *written, void *overlapped)'),
    resultWithin: kernel.func(
      'int __stdcall GetOverlappedResultEx(intptr handle, void *overlapped, _Out_ uint32 *taken, uint32 limitMs, int alertable)',
    ),
    cancelWrite: kernel.func('int __stdcall CancelIoEx(intptr handle, void *overlapped)'),
    closeHandle: kernel.func('int __stdcall CloseHandle(intptr handle)'),
    queryDevice: kernel.func('uint32 __stdcall QueryDosDeviceW(str16 name, void *buffer, uint32 size)'),
  };
}

let opened: ReturnType<typeof open> | null = null;

function windows(): ReturnType<typeof open> {
  try {
    opened ??= open();
    return opened;
  } catch (error) {
    throw new NativeError(`koffi (${String(error)})`, UNAVAILABLE);
  }
}

function fail(what: string): never {
  throw new NativeError(what, windows().lastError());
}

/** Calls twice: for the size, then for the data. */
function filled(what: string, ask: (buffer: Buffer | null, size: number, needed: number[]) => number): Buffer {
  const needed = [0];
  ask(null, 0, needed);
  const buffer = Buffer.alloc(Math.max(1, needed[0] ?? 0));
  return ask(buffer, buffer.length, needed) ? buffer : fail(what);
}

function withPrinter<T>(name: string, work: (handle: unknown) => T): T {
  const handle: unknown[] = [null];
  if (!windows().openPrinter(name, handle, null)) fail('OpenPrinter');
  try {
    return work(handle[0]);
  } finally {
    windows().closePrinter(handle[0]);
  }
}

type Info = Record<'name' | 'port' | 'driver', string | null> & Record<'status' | 'attributes', number>;

function toPrinter({ name, port, driver, status, attributes }: Info): WindowsPrinter {
  return { name: name ?? '', port: port ?? '', driver: driver ?? '', status, attributes };
}

export function list(): WindowsPrinter[] {
  const count = [0];
  const buffer = filled('EnumPrinters', (into, size, needed) =>
    windows().enumPrinters(LOCAL_AND_CONNECTED, null, 2, into, size, needed, count),
  );
  return count[0] ? (windows().decode(buffer, 'PRINTER_INFO_2W', count[0]) as Info[]).map(toPrinter) : [];
}

export function printer(name: string): WindowsPrinter {
  return withPrinter(name, (handle) => {
    const buffer = filled('GetPrinter', (into, size, needed) => windows().getPrinter(handle, 2, into, size, needed));
    return toPrinter(windows().decode(buffer, 'PRINTER_INFO_2W') as Info);
  });
}

/** Type 4 drivers don't accept RAW; XPS_PASS passes bytes through. */
function datatypeOf(handle: unknown): string {
  try {
    const driver = filled('GetPrinterDriver', (into, size, needed) => windows().getDriver(handle, null, 8, into, size, needed));
    return driver.readUInt32LE(0) === 4 ? 'XPS_PASS' : 'RAW';
  } catch {
    return 'RAW';
  }
}

export function print(name: string, bytes: Uint8Array): number {
  return withPrinter(name, (handle) => {
    const id = windows().startDoc(handle, 1, { name: 'Tillbridge', outputFile: null, datatype: datatypeOf(handle) });
    if (!id) fail('StartDocPrinter');
    try {
      windows().startPage(handle);
      for (let at = 0; at < bytes.length; ) {
        const written = [0];
        const part = bytes.subarray(at, at + 16 * CHUNK_BYTES);
        if (!windows().write(handle, part, part.length, written) || !written[0]) fail('WritePrinter');
        at += written[0];
      }
      windows().endPage(handle);
    } catch (error) {
      windows().abort(handle);
      throw error;
    }
    if (!windows().endDoc(handle)) fail('EndDocPrinter');
    return id;
  });
}

export function document(name: string, id: number): number | null {
  return withPrinter(name, (handle) => {
    const needed = [0];
    windows().getJob(handle, id, 1, null, 0, needed);
    const buffer = Buffer.alloc(Math.max(1, needed[0] ?? 0));
    if (!needed[0] || !windows().getJob(handle, id, 1, buffer, buffer.length, needed)) return null;
    // JOB_INFO_1W: a number and six texts precede the status.
    return buffer.readUInt32LE(56);
  });
}

export function cancel(name: string, id: number): boolean {
  return withPrinter(name, (handle) => {
    if (windows().setJob(handle, id, 0, null, DELETE_DOCUMENT)) return true;
    return windows().lastError() === INVALID_PARAMETER ? false : fail('SetJob');
  });
}

export function writePort(path: string, bytes: Uint8Array, stallMs: number): number {
  const handle = windows().createFile(path, ONLY_WRITE, 0, null, OPEN_EXISTING, OVERLAPPED, 0);
  if (handle === INVALID) fail('CreateFile');
  try {
    let at = 0;
    while (at < bytes.length) {
      const part = bytes.subarray(at, at + CHUNK_BYTES);
      const taken = writeInTime(handle, part, stallMs);
      at += taken;
      if (taken < part.length) break;
    }
    return at;
  } finally {
    windows().closeHandle(handle);
  }
}

/** Cancels the write on timeout, so that the bytes can't print after the next document. */
function writeInTime(handle: number, part: Uint8Array, limitMs: number): number {
  const overlapped = Buffer.alloc(OVERLAPPED_BYTES);
  const taken = [0];
  if (!windows().writeFile(handle, part, part.length, null, overlapped) && windows().lastError() !== STILL_WRITING) fail('WriteFile');
  if (windows().resultWithin(handle, overlapped, taken, limitMs, 0)) return taken[0] ?? 0;
  const code = windows().lastError();
  if (code !== NOT_IN_TIME && code !== NOT_YET) throw new NativeError('WriteFile', code);
  windows().cancelWrite(handle, overlapped);
  // Windows owns the buffer until the cancellation completes.
  windows().resultWithin(handle, overlapped, taken, CALLED_OFF_MS, 0);
  return taken[0] ?? 0;
}

export function hasPort(path: string): boolean {
  const [, port] = /^\\\\\.\\((?:COM|LPT)\d+)$/i.exec(path) ?? [];
  if (port !== undefined) return windows().queryDevice(port, Buffer.alloc(2048), 1024) > 0;
  const handle = windows().createFile(path, 0, SHARED, null, OPEN_EXISTING, 0, 0);
  if (handle === INVALID) return false;
  windows().closeHandle(handle);
  return true;
}
