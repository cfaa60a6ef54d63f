/** A TCP connection to a printer: sends with backpressure, reads answers, and closes without losing bytes. */

import { connect, type Socket } from 'node:net';
import { hostAndPort } from '../../../contract/address.ts';
import { message } from '../../../contract/message.ts';
import type { Time } from '../../../shared/time/time.ts';
import { mayBeBlockedByMacos, wordsOfLocalNetwork } from '../../outgoing/local-network.ts';
import { replyReader } from './printer-replies.ts';
import { type StatusBytes, statusRequest, type Trouble } from './printer-status.ts';

export interface Target {
  host: string;
  port: number;
}

export type Loss = 'reset' | 'closed' | 'cancelled' | 'flooded' | 'stranger';

export interface Connection {
  readonly lost: Loss | null;
  /** Status bytes (DLE EOT 1 to 4); null if the first isn't answered in time or the connection is lost. */
  status(timeoutMs: number): Promise<StatusBytes | null>;
  /** `stalled`: nothing was accepted for `stallTimeoutMs`. */
  send(bytes: Buffer, stallTimeoutMs: number): Promise<'sent' | 'stalled' | Loss>;
  /** Expects this ID in an answer. Call before sending the ID: the answer may arrive any time after. */
  lookFor(processId: string): void;
  proofWithin(timeoutMs: number): Promise<boolean>;
  /** False if the connection is still open. */
  lossWithin(timeoutMs: number): Promise<boolean>;
  /** True if the printer closed too, which proves that it read everything. */
  end(timeoutMs: number): Promise<boolean>;
  /** Drops unsent bytes. Resolves when the socket is closed. */
  destroy(): Promise<void>;
}

const CHUNK_BYTES = 16 * 1024;
/** Limit of received bytes beyond an echo; far above any printer's answers. */
const RECEIVED_MOST_BYTES = 64 * 1024;

/** How web, SSH, FTP and mail servers begin; some letters are also valid status bytes. */
const STRANGER = /^(HTTP\/|RTSP\/|SSH-|220[ -]|\+OK|\* OK|<html|<!DOC)/i;
const BEGINNING_BYTES = 8;

/** The signal ends the connection at any time. */
export async function openConnection(target: Target, timeoutMs: number, time: Time, signal?: AbortSignal): Promise<Connection | Trouble> {
  if (signal?.aborted) return { code: 'cancelled', text: message('printer.stopped') };
  const socket = connect({ host: target.host, port: target.port, noDelay: true });
  const outcome = await new Promise<'open' | 'timeout' | 'cancelled' | NodeJS.ErrnoException>((resolve) => {
    const settle = (result: 'open' | 'timeout' | 'cancelled' | NodeJS.ErrnoException) => {
      noLimit();
      signal?.removeEventListener('abort', cancel);
      resolve(result);
    };
    const cancel = () => settle('cancelled');
    const noLimit = time.after(timeoutMs, () => settle('timeout'));
    socket.once('connect', () => settle('open'));
    socket.on('error', settle);
    signal?.addEventListener('abort', cancel);
  });
  if (outcome === 'open') return connectionOver(socket, time, signal);
  await closed(socket, time);
  if (outcome === 'cancelled') return { code: 'cancelled', text: message('printer.stopped') };
  return unreachable(target, outcome === 'timeout' ? 'ETIMEDOUT' : (outcome.code ?? ''));
}

function unreachable(target: Target, code: string): Trouble {
  const address = hostAndPort(target.host, target.port);
  if (code === 'ECONNREFUSED') {
    return {
      code: 'unreachable',
      text: message('printer.acceptsNoPrintJobs', { address }),
      hint: message('printer.checkAddressAndPrograms'),
    };
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return {
      code: 'unreachable',
      text: message('printer.hostUnknown', { host: target.host }),
      hint: message('printer.checkAddress'),
    };
  }
  if (mayBeBlockedByMacos(target.host, code)) return { code: 'unreachable', ...wordsOfLocalNetwork(address) };
  return {
    code: 'unreachable',
    text: message('printer.noneAtAddress', { address }),
    hint: message('printer.checkPowerAndNetwork'),
  };
}

function connectionOver(socket: Socket, time: Time, signal?: AbortSignal): Connection {
  const replies = replyReader();
  let beginning = '';
  let lost: Loss | null = null;
  const onLoss = new Set<() => void>();
  const lose = (loss: Loss) => {
    lost ??= loss;
    for (const wake of onLoss) wake();
  };
  const cancel = () => lose('cancelled');
  socket.on('data', (bytes) => {
    if (lost === 'flooded' || lost === 'stranger') return;
    if (beginning.length < BEGINNING_BYTES) {
      beginning += bytes.toString('latin1', 0, BEGINNING_BYTES - beginning.length);
      if (STRANGER.test(beginning)) return lose('stranger');
    }
    if (socket.bytesRead <= RECEIVED_MOST_BYTES + socket.bytesWritten) return replies.read(bytes);
    lose('flooded');
    socket.resetAndDestroy();
  });
  socket.on('error', () => lose('reset'));
  socket.on('end', () => lose('closed'));
  socket.on('close', () => lose('closed'));
  signal?.addEventListener('abort', cancel, { once: true });

  /** Resolves to `otherwise` on loss or timeout. */
  function waitFor<T>(timeoutMs: number, otherwise: T, subscribe: (resolve: (value: T) => void) => void): Promise<T> {
    if (lost) return Promise.resolve(otherwise);
    return new Promise((resolve) => {
      const settle = (value: T) => {
        noLimit();
        onLoss.delete(giveUp);
        resolve(value);
      };
      const giveUp = () => settle(otherwise);
      const noLimit = time.after(timeoutMs, giveUp);
      onLoss.add(giveUp);
      subscribe(settle);
    });
  }

  async function ask(n: 1 | 2 | 3 | 4, timeoutMs: number): Promise<number | null> {
    const answer = await waitFor<number | null>(timeoutMs, null, (resolve) => {
      replies.onStatus = resolve;
      socket.write(statusRequest(n));
    });
    replies.onStatus = null;
    return answer;
  }

  return {
    get lost() {
      return lost;
    },
    async status(timeoutMs) {
      const printer = await ask(1, timeoutMs);
      if (printer === null) return null;
      const status: StatusBytes = { printer, offlineCause: null, errorCause: null, paper: null };
      // A late answer would be taken for the next one, so the first missing answer ends the queries.
      status.offlineCause = await ask(2, timeoutMs);
      if (status.offlineCause !== null) status.errorCause = await ask(3, timeoutMs);
      if (status.errorCause !== null) status.paper = await ask(4, timeoutMs);
      return status;
    },
    async send(bytes, stallTimeoutMs) {
      for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
        const taken = await waitFor(stallTimeoutMs, false, (resolve) => {
          socket.write(bytes.subarray(at, at + CHUNK_BYTES), (error) => resolve(!error));
        });
        if (!taken) return lost ?? (socket.destroyed ? 'reset' : 'stalled');
      }
      return 'sent';
    },
    lookFor: replies.lookFor,
    proofWithin(timeoutMs) {
      if (replies.hasProof()) return Promise.resolve(true);
      return waitFor(timeoutMs, false, (resolve) => {
        replies.onProof = () => resolve(true);
      });
    },
    lossWithin: async (timeoutMs) => {
      await waitFor<void>(timeoutMs, undefined, () => {});
      return lost !== null;
    },
    async end(timeoutMs) {
      const hadEnded = lost;
      socket.end();
      await waitFor<void>(timeoutMs, undefined, () => {});
      return hadEnded === null && lost === 'closed';
    },
    async destroy() {
      signal?.removeEventListener('abort', cancel);
      await closed(socket, time);
    },
  };
}

/**
 * A reset drops unsent bytes, so no late part prints. `resetAndDestroy` waits for stuck bytes and fails on closing or connecting sockets;
 * these need `destroy`.
 */
function closed(socket: Socket, time: Time): Promise<void> {
  if (socket.closed) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      noGuard();
      resolve();
    };
    // If the socket never closes, the printer's next job goes on.
    const noGuard = time.after(2_000, done);
    socket.once('close', done);
    const takingLeave = socket.writableEnded || socket.destroyed || socket.connecting;
    const stuck = socket.writableLength > 0;
    if (!takingLeave) socket.resetAndDestroy();
    if (takingLeave || stuck) socket.destroy();
  });
}
