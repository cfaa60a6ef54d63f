/** Menu reads served by storage: a separate address, signed in the query, refused with an Authorization header. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { ASSUMED } from '../assumptions.ts';
import type { Clock } from '../clock.ts';
import { newId } from '../ids.ts';
import type { Variants } from '../variants.ts';
import type { Venue } from '../venue/venues.ts';
import { type Fields, type Incoming, Refusal, type Reply } from '../wire/exchange.ts';
import type { MenuBook } from './menu-book.ts';
import { readForm } from './read-form.ts';

export interface MenuReadings {
  /** `hasEffect` false: the file stays PENDING forever. */
  ask(venue: Venue, hasEffect: boolean): { request_id: string; resource_url: string };
  serve(request: Incoming): Reply;
}

interface Reading {
  answer: Fields;
  signature: string;
  expires: number;
}

export function createMenuReadings(parts: { clock: Clock; menus: MenuBook; variants: Variants; storageUrl: () => string }): MenuReadings {
  const { clock, menus, variants } = parts;
  const readings = new Map<string, Reading>();
  const key = randomBytes(32);

  function result(venue: Venue, requestId: string): Fields {
    if (venue.state.readingsThatFail === 0)
      return { request_id: requestId, status: 'READY', menu: readForm(menus.of(venue), variants, clock.now()) };
    venue.state.readingsThatFail -= 1;
    const text = 'menu could not be read';
    return { request_id: requestId, status: 'ERROR', error: variants.is('error', 'other') ? { code: 'READ_FAILED', message: text } : text };
  }

  return {
    ask(venue, hasEffect) {
      for (const [id, { expires }] of readings) if (expires <= clock.now()) readings.delete(id);
      const id = newId();
      const expires = clock.now() + ASSUMED.menuResourceSeconds * 1_000;
      const signature = createHmac('sha256', key).update(`${id} ${expires}`).digest('hex');
      const reading: Reading = { answer: { request_id: id, status: 'PENDING' }, signature, expires };
      readings.set(id, reading);
      const finish = () => {
        reading.answer = result(venue, id);
      };
      if (hasEffect) clock.at(clock.now() + venue.state.processing.reading, finish);
      const query = new URLSearchParams({
        'X-Storage-Algorithm': 'HMAC-SHA256',
        'X-Storage-Credential': `${randomBytes(10).toString('hex')}/menus`,
        'X-Storage-Date': clock.iso(),
        'X-Storage-Expires': String(ASSUMED.menuResourceSeconds),
        'X-Storage-Security-Token': randomBytes(256).toString('base64'),
        'X-Storage-SignedHeaders': 'host',
        'X-Storage-Signature': signature,
      });
      return { request_id: id, resource_url: `${parts.storageUrl()}/menus/${id}.json?${query}` };
    },

    serve(request) {
      const id = /^\/menus\/([0-9a-f]+)\.json$/.exec(request.path)?.[1];
      if (id === undefined) throw stored(404, 'NoSuchKey', 'The key does not exist.');
      if (request.method !== 'GET') throw stored(405, 'MethodNotAllowed', 'Use GET.');
      if (request.headers.authorization !== undefined)
        throw stored(
          400,
          'InvalidArgument',
          'Only one way to authenticate is allowed: the signature in the query, or the Authorization header.',
        );
      const reading = readings.get(id);
      const given = Buffer.from(request.query.get('X-Storage-Signature') ?? '');
      const right = Buffer.from(reading?.signature ?? '');
      if (!reading || given.length !== right.length || !timingSafeEqual(given, right) || reading.expires <= clock.now())
        throw stored(ASSUMED.statusOfExpiredResource, 'AccessDenied', 'The signature is wrong, or the request has expired.');
      return { status: 200, body: reading.answer, headers: { 'cache-control': 'no-store' } };
    },
  };
}

/** An error in XML, as storage answers. */
function stored(status: number, code: string, message: string): Refusal {
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`;
  return new Refusal(status, text, { 'content-type': 'application/xml' });
}
