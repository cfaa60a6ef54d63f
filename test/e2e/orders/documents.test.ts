/** The upload link of an order's document (section 4.2, rule 9): repeated while valid, new afterwards, and none once uploaded. */
import { beforeEach, expect, test } from 'vitest';
import { message } from '../../../contract/message.ts';
import { until } from '../venue/venue.ts';
import { venue, withVenue } from '../venue/with-venue.ts';

const HOUR_S = 3_600;
withVenue();
let orderId: string;
beforeEach(async () => {
  orderId = (await venue.arrived()).order_id;
  await venue.bringTo(orderId, 'ready');
});

const upload = () => venue.call('order.uploadDocument', { orderId, type: 'RECEIPT', base64: Buffer.from('%PDF-1.7\n').toString('base64') });
const isThere = async () => ((await venue.atService(orderId)) as unknown as { documents: string[] }).documents.includes('RECEIPT');

test.each([
  { link: 'the same link', after: 0 },
  { link: 'a new link, as the first has expired', after: HOUR_S },
])('after a failed upload, the next try succeeds with $link', async ({ after }) => {
  // The sent-to-pos report is sent first: the fault is for the next PUT, the upload.
  await until('the report of the ticket', async () => (await venue.asked(orderId, 'sent-to-pos')) > 0);
  await venue.control('POST', '/faults', { match: 'PUT /*', status: 503, times: 1 });
  expect(await upload()).toMatchObject({ ok: false, problem: { hint: message('document.tryAgain') } });
  expect(await isThere()).toBe(false);
  if (after > 0) await venue.pass(after);
  expect(await upload()).toMatchObject({ ok: true });
  expect(await isThere()).toBe(true);
});

test("once an uploaded document's link has expired, uploading it again is refused with a reason", async () => {
  expect(await upload()).toMatchObject({ ok: true });
  await venue.pass(HOUR_S);
  expect(await upload()).toMatchObject({
    ok: false,
    problem: { code: 'conflict', text: message('document.linkExpired') },
  });
});
