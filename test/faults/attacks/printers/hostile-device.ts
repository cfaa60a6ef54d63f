/** A device at a printer's address that answers the question for its network status (SNMP) with whatever it likes, and prints nothing. */
import { createSocket, type RemoteInfo } from 'node:dgram';
import { createServer, type Socket } from 'node:net';
import type { Chance } from '../../seeded.ts';

export interface HostileDevice {
  host: string;
  /** Of the line that takes papers. */
  port: number;
  snmpPort: number;
  /** Connections that came in on the line that takes papers. */
  looks(): number;
  /** Questions that came by SNMP. */
  questions(): number;
  /** Bytes that the longest connection took of the flood. */
  poured(): number;
  close(): Promise<void>;
}

/** Every PDU of SNMP, and two tags that are none. */
export const PDU_TYPES: Record<string, number> = {
  GetRequest: 0xa0,
  GetNextRequest: 0xa1,
  GetResponse: 0xa2,
  SetRequest: 0xa3,
  'Trap of version 1': 0xa4,
  GetBulkRequest: 0xa5,
  InformRequest: 0xa6,
  'Trap of version 2': 0xa7,
  Report: 0xa8,
  'no PDU': 0xaf,
  'no tag': 0x00,
};

/** What one question is answered with. */
export type Answers = (question: Question, from: RemoteInfo) => Buffer[];

export interface Question {
  version: number;
  id: number[];
  community: Buffer;
}

/** `flood`: what it sends without end on the line that takes papers; nothing there where it is null. */
export async function startHostileDevice(answers: Answers, flood: (() => Buffer) | null = null): Promise<HostileDevice> {
  let looks = 0;
  let questions = 0;
  let poured = 0;
  const sockets = new Set<Socket>();
  const papers = createServer((socket) => {
    looks += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    socket.on('data', () => undefined);
    const pour = (): void => {
      if (!flood || !socket.writable) return;
      const goesOn = socket.write(flood());
      poured = Math.max(poured, socket.bytesWritten - socket.writableLength);
      if (goesOn) setImmediate(pour);
    };
    socket.on('drain', pour);
    pour();
  });
  const status = createSocket('udp4');
  status.on('error', () => undefined);
  status.on('message', (message, from) => {
    questions += 1;
    const question = questionIn(message);
    for (const answer of question ? answers(question, from) : []) status.send(answer, from.port, from.address);
  });
  await new Promise<void>((resolve) => papers.listen(0, '127.0.0.1', resolve));
  await new Promise<void>((resolve) => status.bind(0, '127.0.0.1', resolve));
  const address = papers.address();
  return {
    host: '127.0.0.1',
    port: typeof address === 'object' && address ? address.port : 0,
    snmpPort: status.address().port,
    looks: () => looks,
    questions: () => questions,
    poured: () => poured,
    async close() {
      for (const socket of sockets) socket.destroy();
      status.close();
      await new Promise((resolve) => papers.close(resolve));
    },
  };
}

/** Sequence, version, community, PDU, request id: as far as a hostile device needs it. */
function questionIn(message: Buffer): Question | null {
  const nameAt = 4 + (message[3] ?? 0);
  const at = nameAt + 2 + (message[nameAt + 1] ?? 0);
  const community = message.subarray(nameAt + 2, at);
  const idAt = at + 2;
  if (message[nameAt] !== 4 || message[idAt] !== 2) return null;
  return { version: message[4] ?? 0, community, id: [...message.subarray(idAt + 2, idAt + 2 + (message[idAt + 1] ?? 0))] };
}

/** A PDU of this type that the library can read, as an answer to the question. */
export function wellFormed({ version, id, community }: Question, type: number, bindings: readonly number[] = BINDING): Buffer {
  const pdu = tlv(type, [...tlv(2, id), ...tlv(2, [0]), ...tlv(2, [0]), ...tlv(0x30, bindings)]);
  return Buffer.from(tlv(0x30, [...tlv(2, [version]), ...tlv(4, [...community]), ...pdu]));
}

/** Well-formed PDUs with bodies of any kind, many of them bent or cut behind that; a few at once. */
export function fuzzed(question: Question, chance: Chance): Buffer[] {
  return Array.from({ length: 1 + chance.below(3) }, () => {
    const version = chance.below(20) > 0 ? question.version : chance.pick([0, 1, 2, 3, 9]);
    const bindings = Array.from({ length: chance.below(4) }, () => binding(chance)).flat();
    const answer = wellFormed({ ...question, version }, chance.pick([0xa2, 0xa2, ...Object.values(PDU_TYPES)]), bindings);
    if (chance.below(4) === 0) answer[chance.below(answer.length)] = chance.below(256);
    return chance.below(5) === 0 ? answer.subarray(0, chance.below(answer.length)) : answer;
  });
}

/** hrPrinterStatus of the first device, and that it is idle. */
const PRINTER_STATUS = [0x2b, 6, 1, 2, 1, 25, 3, 5, 1, 1, 1];
export const BINDING = tlv(0x30, [...tlv(6, PRINTER_STATUS), ...tlv(2, [3])]);

function binding(chance: Chance): number[] {
  const name = chance.pick([tlv(6, PRINTER_STATUS), tlv(6, []), tlv(6, [0x80]), tlv(6, Array(300).fill(0x81)), tlv(2, [1]), tlv(5, [])]);
  const value = chance.pick([
    tlv(2, [3]),
    tlv(2, []),
    tlv(2, [1, 2, 3, 4, 5, 6, 7, 8, 9]),
    tlv(1, [1]),
    tlv(3, [7, 1]),
    tlv(4, [1, 2]),
    tlv(4, Array(5_000).fill(0xff)),
    tlv(5, []),
    tlv(6, []),
    tlv(6, [0xff, 0xff, 0xff]),
    tlv(0x40, [1]),
    tlv(0x41, [255, 255, 255, 255, 255]),
    tlv(0x44, [0x9f, 0x78, 4, 1]),
    tlv(0x46, Array(20).fill(255)),
    tlv(0x80, []),
    tlv(0x82, []),
    tlv(0x99, [1]),
    [4, 0x84, 0xff, 0xff, 0xff, 0xff],
  ]);
  return tlv(0x30, [...name, ...value]);
}

function tlv(tag: number, body: readonly number[]): number[] {
  const { length } = body;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return [tag, ...size, ...body];
}
