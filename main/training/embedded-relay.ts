/** A relay next to the embedded sandbox, as for a venue behind a router. */
import { join } from 'node:path';
import { makePrivateFolder, writePrivately } from '../../shared/files/private-files.ts';
import type { Time } from '../../shared/time/time.ts';
import { startThread } from './thread.ts';

export interface EmbeddedRelay {
  /** Where the service posts orders; courier events go below it. */
  ingestUrl: string;
  /** The relay address for the app. */
  counterUrl: string;
  operatorUrl: string;
  /** Makes a code for the venue, as the relay's operator would. */
  invite(venueId: string): Promise<string>;
  /** `waitingAtRelay`: not acknowledged by the app yet. */
  counts(): Promise<{ takenByRelay: number; waitingAtRelay: number }>;
  stop(): Promise<void>;
}

interface Addresses {
  ingest_url: string;
  counter_url: string;
  operator_url: string;
  operator_key: string;
  metrics_url: string;
}

/** `folder`: the relay's new data folder. `secret`: signs both APIs' webhooks. Rejects if the relay doesn't start. */
export async function startEmbeddedRelay(time: Time, { folder, secret }: { folder: string; secret: string }): Promise<EmbeddedRelay> {
  makePrivateFolder(folder);
  writePrivately(join(folder, 'relay.json'), JSON.stringify({ webhook_secrets: { orders: [secret], deliveries: [secret] } }));
  const { addresses, stop } = await startThread<Addresses>('relay', ['--data-dir', folder, '--port', '0'], time);
  const headers = { authorization: `Bearer ${addresses.operator_key}`, 'content-type': 'application/json' };
  return {
    ingestUrl: addresses.ingest_url,
    counterUrl: addresses.counter_url,
    operatorUrl: addresses.operator_url,
    async invite(venueId) {
      const body = JSON.stringify({ venue_ids: [venueId], label: 'Harbour Kitchen' });
      const answer = await fetch(`${addresses.operator_url}/invitations`, { method: 'POST', headers, body });
      if (!answer.ok) throw new Error(`The relay made no code (${answer.status}).`);
      return String(((await answer.json()) as { code: string }).code);
    },
    async counts() {
      const text = await (await fetch(addresses.metrics_url, { headers })).text();
      const figure = (name: string): number =>
        Number(
          text
            .split('\n')
            .find((line) => line.startsWith(`${name} `))
            ?.split(' ')[1] ?? 0,
        );
      return { takenByRelay: figure('relay_requests_total{outcome="kept"}'), waitingAtRelay: figure('relay_waiting') };
    },
    stop,
  };
}
