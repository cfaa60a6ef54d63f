/** Finds network printers by mDNS, also outside the scanned addresses. */

import { isIPv4 } from 'node:net';
import type { Options, ResponsePacket } from 'multicast-dns';
import type { Time } from '../../../shared/time/time.ts';
import { isLocal } from '../../outgoing/local-network.ts';
import type { Place } from './find-printers.ts';

export type Answer = ResponsePacket['answers'][number];
type Question = ResponsePacket['questions'][number];

const SERVICE = '_pdl-datastream._tcp.local';
/** The first finds printers; the others ask for missing names and addresses, and repeat lost packets. */
const ROUNDS = 3;
const ROUND_MS = 700;
const MOST_RECORDS = 1_000;
const MOST_PRINTERS = 64;
const LONGEST_NAME = 60;

/** Accepts only local addresses, since any device can announce anything. Never rejects. `given`: mDNS options for tests. */
export async function announcedPrinters(time: Pick<Time, 'wait'>, given: Options = {}): Promise<Place[]> {
  const { default: openMulticastDns } = await import('multicast-dns');
  const records: Answer[] = [];
  try {
    const mdns = openMulticastDns(given);
    // The mDNS port is in use or multicast is forbidden: there are no answers.
    mdns.on('error', () => undefined);
    mdns.on('response', ({ answers = [], additionals = [] }) => {
      if (records.length < MOST_RECORDS) records.push(...answers, ...additionals);
    });
    for (let round = 0; round < ROUNDS; round += 1) {
      mdns.query(questionsAfter(records));
      await time.wait(ROUND_MS);
    }
    await new Promise<void>((resolve) => mdns.destroy(resolve));
  } catch {
    // No network.
  }
  return printersIn(records);
}

function questionsAfter(records: readonly Answer[]): Question[] {
  const missing = instancesIn(records).flatMap((instance): Question[] => {
    const service = serviceOf(records, instance);
    if (!service) return [{ name: instance, type: 'SRV' }];
    return addressOf(records, service.target) ? [] : [{ name: service.target, type: 'A' }];
  });
  return [{ name: SERVICE, type: 'PTR' }, ...missing];
}

export function printersIn(records: readonly Answer[]): Place[] {
  return instancesIn(records).flatMap((instance) => {
    const service = serviceOf(records, instance);
    const host = service && addressOf(records, service.target);
    return service?.port && host ? [{ host, port: service.port, name: nameOf(instance) }] : [];
  });
}

function instancesIn(records: readonly Answer[]): string[] {
  const names = records.flatMap((one) => (one.type === 'PTR' && isSame(one.name, SERVICE) && !isSame(one.data, SERVICE) ? [one.data] : []));
  return [...new Set(names)].slice(0, MOST_PRINTERS);
}

function serviceOf(records: readonly Answer[], instance: string): { port: number; target: string } | undefined {
  const found = records.find((one) => one.type === 'SRV' && isSame(one.name, instance));
  return found?.type === 'SRV' ? found.data : undefined;
}

function addressOf(records: readonly Answer[], target: string): string | undefined {
  const found = records.find((one) => one.type === 'A' && isSame(one.name, target) && isIPv4(one.data) && isLocal(one.data));
  return found?.type === 'A' ? found.data : undefined;
}

function nameOf(instance: string): string {
  const name = instance.slice(0, -SERVICE.length - 1).replaceAll(/\p{C}/gu, '');
  return [...name].slice(0, LONGEST_NAME).join('');
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
