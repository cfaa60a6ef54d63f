/** A notification as the service sends it, signed, made by a test: news that the service in a box would not send just then. */
import { createHmac, randomUUID } from 'node:crypto';
import { type Venue, WEBHOOK_SECRET } from './venue.ts';

/** `news` goes over an id and a time of its own. Answers with the status of the receiver. */
export async function postNews(venue: Venue, news: Record<string, unknown>): Promise<number> {
  const body = JSON.stringify({ id: randomUUID(), created_at: '2026-03-14T11:14:07.912345Z', ...news });
  const signature = createHmac('sha256', WEBHOOK_SECRET).update(body).digest('hex');
  const url = (await venue.app().receiverUrl()) ?? '';
  return (await fetch(url, { method: 'POST', headers: { 'service-signature': signature }, body })).status;
}
