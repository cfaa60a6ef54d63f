/** The WebSocket to the relay, opened from this side, so routers need no open port. */
import { type RawData, WebSocket } from 'ws';
import { LONGEST_FRAME, RELAY_PATHS } from '../../../contract/relay/wire.ts';
import { socketAgentFor } from '../../outgoing/ask.ts';
import { trustSystemCertificates } from '../../outgoing/certificates.ts';
import { written } from './frames.ts';
import type { LineEnd, LineEvents, RelayLine } from './line.ts';
import { needsAPerson, type RelayTrouble, troubleOfError, troubleOfStatus } from './trouble.ts';

/** Never throws; problems end the line. */
export function openSocketLine(address: string, key: string, events: LineEvents): RelayLine {
  const socket = new WebSocket(`${address.replace(/^http/, 'ws')}${RELAY_PATHS.socket}`, {
    headers: { authorization: `Bearer ${key}` },
    maxPayload: LONGEST_FRAME,
    // A few bytes could expand to a gigabyte.
    perMessageDeflate: false,
    followRedirects: false,
    agent: socketAgentFor(address),
  });
  let isOver = false;
  let isOpen = false;
  function end(how: LineEnd | null): void {
    if (isOver) return;
    isOver = true;
    socket.terminate();
    if (how) events.onEnd(how);
  }

  socket.on('open', () => {
    isOpen = true;
    for (const frame of events.first()) socket.send(written(frame));
  });
  socket.on('message', (data: RawData, isBinary) => {
    if (isOver) return;
    const text = isBinary ? '' : String(data);
    events.onFrame(text, text.length);
  });
  socket.on('unexpected-response', (request, response) => {
    const isRelay = /json/.test(response.headers['content-type'] ?? '');
    const trouble = troubleOfStatus(response.statusCode ?? 0, isRelay);
    response.destroy();
    request.destroy();
    end({ trouble, isBlocked: !needsAPerson(trouble) && trouble !== 'too-many' && trouble !== 'closing' });
  });
  // Also emitted after `terminate`.
  socket.on('error', (error) => {
    const code = 'code' in error ? String(error.code) : '';
    if (code.startsWith('WS_ERR_')) return end({ trouble: 'nonsense', isBlocked: false });
    const trouble = troubleOfError(error, address);
    // With these certificates the automatic reconnect may work.
    if (trouble === 'unknown-authority') trustSystemCertificates();
    end({ trouble, isBlocked: !isOpen && trouble === 'unreachable' && !NO_HOST_CODES.has(code) });
  });
  socket.on('close', (code) => end({ trouble: TROUBLE_OF_CODE[code] ?? 'unreachable', isBlocked: true }));

  return {
    send(frame) {
      if (socket.readyState === WebSocket.OPEN) socket.send(written(frame));
    },
    pause: () => socket.readyState === WebSocket.OPEN && socket.pause(),
    resume: () => socket.readyState === WebSocket.OPEN && socket.resume(),
    close: () => end(null),
  };
}

/** Network errors that the other transport would have, too. */
const NO_HOST_CODES = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN', 'ETIMEDOUT']);
const TROUBLE_OF_CODE: Record<number, RelayTrouble> = { 1001: 'closing', 1012: 'closing', 1013: 'too-many' };
