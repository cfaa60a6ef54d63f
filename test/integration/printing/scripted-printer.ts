/** A printer at socket level with scriptable answers, delays and faults, to the byte. */
import { type AddressInfo, createServer, type Socket } from 'node:net';

export interface Script {
  answersStatus: boolean;
  answersProcessId: boolean;
  /** Answers to DLE EOT 1 to 4; 0x12 is well. */
  status: [number, number, number, number];
  hangs: boolean;
  /** Leaves the rest of a ticket unread on that connection, like a printer with full memory. */
  stopsReadingAfterBytes: number | null;
  resetAfterBytes: number | null;
  closeAfterBytes: number | null;
  /** Called with the count of ticket bytes so far; may change the script. */
  onBytes: ((received: number, script: Script) => void) | null;
  /** Resets the connection when the client closes it. */
  resetsOnGoodbye: boolean;
  /** Sent unasked when a connection opens. */
  greets: Buffer | null;
}

export interface ScriptedPrinter {
  host: string;
  port: number;
  script: Script;
  /** Received bytes without status and process ID requests, over all connections. */
  ticket(): Buffer;
  /** Received requests, such as "status 1" and "id aX7q". */
  questions(): string[];
  say(bytes: Buffer): void;
  /** Open connections. */
  open(): number;
  close(): Promise<void>;
}

export const ALL_WELL: Script['status'] = [0x12, 0x12, 0x12, 0x12];
export const PAPER_OUT: Script['status'] = [0x1a, 0x32, 0x12, 0x72];
export const COVER_OPEN: Script['status'] = [0x1a, 0x16, 0x12, 0x12];

export async function startScriptedPrinter(change: Partial<Script> = {}): Promise<ScriptedPrinter> {
  const script: Script = {
    answersStatus: true,
    answersProcessId: true,
    status: ALL_WELL,
    hangs: false,
    stopsReadingAfterBytes: null,
    resetAfterBytes: null,
    closeAfterBytes: null,
    onBytes: null,
    resetsOnGoodbye: false,
    greets: null,
    ...change,
  };
  const sockets = new Set<Socket>();
  const printed: Buffer[] = [];
  const asked: string[] = [];
  let waitingIds: { socket: Socket; id: Buffer }[] = [];
  const received = () => printed.reduce((sum, part) => sum + part.length, 0);

  const server = createServer({ allowHalfOpen: true, pauseOnConnect: true }, (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    if (script.hangs) return;
    socket.on('end', () => (script.resetsOnGoodbye ? socket.resetAndDestroy() : socket.end()));
    socket.on('data', (bytes) => read(socket, bytes));
    if (script.greets) socket.write(script.greets);
    socket.resume();
  });

  function read(socket: Socket, bytes: Buffer): void {
    let rest = bytes;
    while (rest.length > 0) {
      if (rest[0] === 0x10 && rest[1] === 0x04) {
        const n = rest[2] ?? 0;
        asked.push(`status ${n}`);
        if (script.answersStatus) socket.write(Buffer.of(script.status[n - 1] ?? 0));
        rest = rest.subarray(3);
      } else if (rest.subarray(0, 7).toString('hex') === '1d284806003030') {
        const id = rest.subarray(7, 11);
        asked.push(`id ${id.toString('latin1')}`);
        if (script.answersProcessId) waitingIds.push({ socket, id });
        rest = rest.subarray(11);
      } else {
        const next = [rest.indexOf(Buffer.of(0x10, 0x04)), rest.indexOf(Buffer.from('1d2848', 'hex'))].filter((at) => at > 0);
        const end = Math.min(rest.length, ...next);
        printed.push(rest.subarray(0, end));
        rest = rest.subarray(end);
        script.onBytes?.(received(), script);
      }
    }
    if (script.stopsReadingAfterBytes !== null && socket.bytesRead >= script.stopsReadingAfterBytes) socket.pause();
    if (script.resetAfterBytes !== null && received() >= script.resetAfterBytes) socket.resetAndDestroy();
    else if (script.closeAfterBytes !== null && received() >= script.closeAfterBytes) socket.end();
  }

  // A printer answers a process ID when the print is done, so never while it has no paper.
  const printing = setInterval(() => {
    if (script.status[3] & 0x60) return;
    for (const { socket, id } of waitingIds) socket.write(Buffer.concat([Buffer.of(0x37, 0x22), id, Buffer.of(0)]));
    waitingIds = [];
  }, 20);

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
    script,
    ticket: () => Buffer.concat(printed),
    questions: () => asked,
    say(bytes) {
      for (const socket of sockets) socket.write(bytes);
    },
    open: () => sockets.size,
    close() {
      clearInterval(printing);
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
