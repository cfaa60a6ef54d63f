/** Posts a signed notification that the sandbox wouldn't send at that moment. */
import { createHmac, randomUUID } from 'node:crypto';
import { type Venue, WEBHOOK_SECRET } from './venue.ts';

/** `news` overrides the default ID and time. Returns the receiver's HTTP status. */
export async function postNews(venue: Venue, news: Record<string, unknown>): Promise<number> {
  const body = JSON.stringify({ id: randomUUID(), created_at: '2026-03-14T11:14:07.912345Z', ...news });
  const signature = createHmac('sha256', WEBHOOK_SECRET).update(body).digest('hex');
  const url = (await venue.app().receiverUrl()) ?? '';
  return (await fetch(url, { method: 'POST', headers: { 'service-signature': signature }, body })).status;
}
