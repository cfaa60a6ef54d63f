/** Searches port 9100 in this computer's subnets, and announced printers. */

import { connect } from 'node:net';
import type { NetworkInterfaceInfo } from 'node:os';
import { message, type Text } from '../../../contract/message.ts';
import { printerStatus } from './tcp-printer.ts';

const PORT = 9100;
const CONNECT_MS = 400;
const AT_ONCE = 64;
const LARGEST_SUBNET = 256;

/** `name`: as announced, else null. */
export interface Place {
  host: string;
  port: number;
  name: string | null;
}

export interface FoundPrinter extends Place {
  text: Text;
}

/** All other IPv4 addresses in this computer's subnets. */
export function placesNearby(interfaces: NodeJS.Dict<NetworkInterfaceInfo[]>): Place[] {
  const own = Object.values(interfaces)
    .flatMap((list) => list ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal);
  const all = own.flatMap(({ address, netmask }) => {
    const size = Math.min(LARGEST_SUBNET, 2 ** 32 - toNumber(netmask));
    const first = toNumber(address) - (toNumber(address) % size);
    return Array.from({ length: Math.max(0, size - 2) }, (_, at) => toText(first + 1 + at)).filter((other) => other !== address);
  });
  return [...new Set(all)].map((host) => ({ host, port: PORT, name: null }));
}

/** Asks each address once. Skips addresses that accept no connection. Never rejects. */
export async function findPrinters(places: readonly Place[]): Promise<FoundPrinter[]> {
  const waiting = [...new Map(places.map((place) => [`${place.host}:${place.port}`, place])).values()];
  const found: FoundPrinter[] = [];
  const lanes = Array.from({ length: AT_ONCE }, async () => {
    for (let place = waiting.shift(); place !== undefined; place = waiting.shift()) {
      if (!(await takesConnections(place))) continue;
      const { trouble, answers } = await printerStatus(place);
      if (trouble?.code === 'not-a-printer') continue;
      found.push({ ...place, text: trouble ? trouble.text : answers ? message('printer.ready') : message('printer.noStatusReported') });
    }
  });
  await Promise.all(lanes);
  return found.sort((a, b) => toNumber(a.host) - toNumber(b.host) || a.port - b.port);
}

function takesConnections({ host, port }: Place): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: CONNECT_MS });
    const end = (answer: boolean): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => end(true));
    socket.once('timeout', () => end(false));
    socket.once('error', () => end(false));
  });
}

function toNumber(address: string): number {
  return address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
}

function toText(address: number): string {
  return [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256).join('.');
}
