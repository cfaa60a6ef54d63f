/** Verified notifications that the database couldn't store because of a defect: kept as one file each until it can. */
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { makePrivateFolder, syncFolder, writePrivately } from '../files/private-files.ts';
import type { PriceUnit } from '../orders/couriers/delivery.ts';
import { storageTroubleOf } from '../store/file/storage-trouble.ts';
import type { Time } from '../time/time.ts';
import { eventOfVerified } from './delivery-event.ts';
import type { Ingestion } from './ingest.ts';

const FOLDER = 'notifications-waiting';
const ENDING = '.json';
const Waiting = v.pipe(v.string(), v.parseJson(), v.object({ kind: v.picklist(['notification', 'delivery-event']), body: v.string() }));

/**
 * Takes in through `first`, and where that fails because of a defect or a damaged database (or there is none) into files. Trouble with the
 * disk is thrown all the same: the service is to send it again.
 */
export function withFileFallback(
  dataDir: string,
  first: Ingestion | null,
  { time, onDefect }: { time: Time; onDefect: (error: unknown) => void },
): Ingestion {
  let isTogether = false;
  const take = (kind: v.InferOutput<typeof Waiting>['kind'], body: Buffer, intoStore: (first: Ingestion) => void): void => {
    try {
      if (first) return intoStore(first);
    } catch (error) {
      // What it has written already is undone with all of them.
      if (isTogether) throw error;
      const trouble = storageTroubleOf(error);
      if (trouble && trouble.code !== 'database-damaged') throw error;
      onDefect(error);
    }
    writeUnstored(dataDir, time.wall(), kind, body);
  };
  return {
    notification: (body, ...how) => take('notification', body, (store) => store.notification(body, ...how)),
    deliveryEvent: (event, body) => take('delivery-event', body, (store) => store.deliveryEvent(event, body)),
    together(ingests) {
      isTogether = first !== null;
      try {
        if (first) first.together(ingests);
        else for (const ingest of ingests) ingest();
      } finally {
        isTogether = false;
      }
    },
    refused: (name) => first?.refused(name),
    wronglySigned: (body) => first?.wronglySigned(body),
  };
}

/** Durable when it returns: the file is there whole, or not at all. */
export function writeUnstored(dataDir: string, at: number, kind: v.InferOutput<typeof Waiting>['kind'], body: Buffer): void {
  const text = JSON.stringify({ kind, body: body.toString('base64') });
  const folder = join(dataDir, FOLDER);
  makePrivateFolder(folder);
  const name = `${new Date(at).toISOString().replaceAll(':', '-')}-${randomBytes(6).toString('hex')}`;
  writePrivately(join(folder, name + ENDING), text);
  syncFolder(dataDir);
}

/** Stores what these files hold, oldest first. Failures go to `onDefect`, and the files stay for the next start. */
export function ingestUnstored(
  dataDir: string,
  { ingestion, priceUnit, onDefect }: { ingestion: Ingestion; priceUnit: PriceUnit; onDefect: (error: unknown) => void },
): void {
  const folder = join(dataDir, FOLDER);
  if (!existsSync(folder)) return;
  try {
    for (const name of readdirSync(folder).sort()) {
      const file = join(folder, name);
      try {
        if (name.endsWith(ENDING)) ingestFile(readFileSync(file, 'utf8'), ingestion, priceUnit);
        // What is not whole was never answered with 200.
        rmSync(file);
      } catch (error) {
        onDefect(error);
      }
    }
    if (readdirSync(folder).length === 0) rmdirSync(folder);
  } catch (error) {
    // It is no folder, or may not be looked into: no reason to take in nothing at all from now on.
    onDefect(error);
  }
}

function ingestFile(text: string, ingestion: Ingestion, priceUnit: PriceUnit): void {
  const { kind, body } = v.parse(Waiting, text);
  const bytes = Buffer.from(body, 'base64');
  if (kind === 'notification') return ingestion.notification(bytes);
  const event = eventOfVerified(bytes, priceUnit);
  if (event) ingestion.deliveryEvent(event, bytes);
}
