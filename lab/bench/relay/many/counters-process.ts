/** Thousands of counters as one process, which connect, ping and reconnect as the app does. */
import { connect } from 'node:net';
import { PROOF_EVERY_MS, RELAY_PATHS, RELAY_VERSIONS } from '../../../../contract/relay/wire.ts';

export interface CountersGiven {
  port: number;
  /** One loopback address has too few ports for all. */
  from: string;
  keys: Record<string, string>;
}
export interface CountersReported {
  connected: number;
}

const FIRST_PAUSE_MS = 3_000;
const LONGEST_PAUSE_MS = 30_000;
const WELCOME_WITHIN_MS = 8_000;
const MASKED_TEXT = [0x81, 0xfe];
const HEALTH = {
  appVersion: '0.1.0',
  openOrders: 2,
  printers: 'ready',
  till: 'ready',
  refreshTokenDays: 60,
  managedVersion: null,
  settingsRefused: null,
  updateRing: 'stable',
};

let connected = 0;

function frameOf(value: object): Buffer {
  const text = Buffer.from(JSON.stringify({ at: new Date().toISOString(), ...value }));
  // A mask of zeros leaves the text as it is.
  return Buffer.concat([Buffer.from([...MASKED_TEXT, text.length >> 8, text.length & 0xff, 0, 0, 0, 0]), text]);
}

function listen({ port, from }: CountersGiven, venueId: string, key: string): void {
  let attempt = 0;
  let pings = 0;
  const report = { venueId, lastOrderAt: null, usualGapMs: 600_000, openSince: new Date().toISOString(), soldOut: null, refusedChanges: 0 };
  const upgrade = `GET ${RELAY_PATHS.socket} HTTP/1.1\r\nHost: relay\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nAuthorization: Bearer ${key}\r\n\r\n`;
  const again = (): void => void setTimeout(open, 500 + Math.random() * Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt));

  function open(): void {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from });
    let isWelcome = false;
    let pinging: NodeJS.Timeout | undefined;
    const tooLate = setTimeout(() => socket.destroy(), WELCOME_WITHIN_MS);
    socket.once('connect', () => socket.write(upgrade));
    socket.once('data', () =>
      socket.write(frameOf({ type: 'hello', versions: RELAY_VERSIONS, appVersion: '0.1.0', venues: [{ venueId, after: 0 }] })),
    );
    socket.on('data', (data) => {
      if (isWelcome || !data.includes('"welcome"')) return;
      isWelcome = true;
      clearTimeout(tooLate);
      connected += 1;
      attempt = 0;
      const health = { ...HEALTH, venues: [report] };
      pinging = setInterval(() => socket.write(frameOf({ type: 'ping', id: ++pings, health })), PROOF_EVERY_MS);
    });
    socket.on('error', () => undefined);
    socket.once('close', () => {
      clearTimeout(tooLate);
      clearInterval(pinging);
      if (isWelcome) connected -= 1;
      again();
      attempt += 1;
    });
  }
  again();
}

process.once('message', (given: CountersGiven) => {
  for (const [venueId, key] of Object.entries(given.keys)) listen(given, venueId, key);
  process.on('message', () => process.send?.({ connected } satisfies CountersReported));
});
