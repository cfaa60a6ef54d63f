/** Sends commands to a relay: on a local data folder, or by URL and operator key. */
import { X509Certificate } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { gunzipSync } from 'node:zlib';
import { mayBePlain } from '../../contract/address.ts';
import { writePrivately } from '../../shared/files/private-files.ts';
import { readIfThere } from '../../shared/files/read-if-there.ts';
import { readJson } from '../../shared/json/read-json.ts';
import { asRecord } from '../../shared/json/values.ts';
import { CannotStart } from '../settings/settings-file.ts';
import { OPERATOR_PATH } from './operator-api.ts';

export const OPERATOR_KEY_FILE = 'operator.key';
const ADDRESS_FILE = 'relay.address';
/** Longer than the relay waits for its database, ms. */
const ANSWER_MS = 30_000;
const LONGEST_UNPACKED = 128 * 1024 * 1024;

interface Address {
  origin: string;
  /** The whole certificate is compared, as it's issued for the public name, not for this computer. */
  certificate_file: string | null;
}

export interface RelayAsked {
  dataDir: string;
  url?: string | undefined;
  operatorKeyFile?: string | undefined;
}

/** Saves the relay's address for commands, until disposed. */
export function publishAddress(dataDir: string, address: Address): Disposable {
  const file = join(dataDir, ADDRESS_FILE);
  writePrivately(file, JSON.stringify(address));
  return { [Symbol.dispose]: () => rmSync(file, { force: true }) };
}

/** Throws CannotStart with a message for the user. */
export async function askRelay(asked: RelayAsked, method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
  return asRecord(readJson(await textFromRelay(asked, method, path, body))) ?? {};
}

/** Throws CannotStart with a message for the user. */
export async function textFromRelay(asked: RelayAsked, method: string, path: string, body?: unknown): Promise<string> {
  const { address, key } = asked.url === undefined ? addressHere(asked.dataDir) : addressElsewhere(asked.url, asked.operatorKeyFile);
  const answer = await ask(address, {
    method,
    path: OPERATOR_PATH + path,
    key,
    body: body === undefined ? '' : JSON.stringify(body),
  });
  if (answer.status < 300) return answer.text;
  const error = asRecord(readJson(answer.text))?.error;
  throw new CannotStart(`The relay answers: ${typeof error === 'string' ? error : answer.status}`);
}

function addressHere(dataDir: string): { address: Address; key: string } {
  const kept = readIfThere(join(dataDir, ADDRESS_FILE));
  const key = readIfThere(join(dataDir, OPERATOR_KEY_FILE))?.trim();
  if (kept === null || !key) throw new CannotStart(`No relay runs on ${dataDir}. Start it first, or name its folder with --data-dir.`);
  return { address: JSON.parse(kept) as Address, key };
}

function addressElsewhere(given: string, keyFile: string | undefined): { address: Address; key: string } {
  const url = URL.canParse(given) ? new URL(given) : null;
  if (url === null || (url.protocol !== 'https:' && !(url.protocol === 'http:' && mayBePlain(url))))
    throw new CannotStart('--relay takes the address of a relay, with https.');
  const key = keyFile === undefined ? undefined : readIfThere(keyFile)?.trim();
  if (!key) throw new CannotStart("Name the file with the relay's operator key with --operator-key.");
  return { address: { origin: url.origin, certificate_file: null }, key };
}

function ask(
  { origin, certificate_file }: Address,
  { method, path, key, body }: { method: string; path: string; key: string; body: string },
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error): void => reject(new CannotStart(`The relay at ${origin} cannot be asked: ${error.message}.`));
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    // The relay's own certificate is compared below; others need the system's trust.
    const options = { method, headers, agent: false, timeout: ANSWER_MS, rejectUnauthorized: certificate_file === null };
    const request = (origin.startsWith('https:') ? httpsRequest : httpRequest)(new URL(path, origin), options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('end', () => {
        try {
          const sent = Buffer.concat(chunks);
          const isPacked = response.headers['content-encoding'] === 'gzip';
          const read = isPacked ? gunzipSync(sent, { maxOutputLength: LONGEST_UNPACKED }) : sent;
          resolve({ status: response.statusCode ?? 0, text: read.toString('utf8') });
        } catch (error) {
          fail(error as Error);
        }
      });
    });
    request.once('error', fail).once('timeout', () => request.destroy(new Error('no answer')));
    if (certificate_file === null) return request.end(body);
    // The operator key is sent only after the certificate matched.
    request.once('socket', (socket) => {
      socket.once('secureConnect', () => {
        const shown = (socket as TLSSocket).getPeerCertificate().raw;
        if (shown?.equals(new X509Certificate(readFileSync(certificate_file)).raw)) request.end(body);
        else request.destroy(new Error('its certificate is not the one in the settings'));
      });
    });
  });
}
