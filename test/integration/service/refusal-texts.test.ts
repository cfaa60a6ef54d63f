/** A refusal names what was refused: calls not about an order don't mention one. */
import { expect, test } from 'vitest';
import { english } from '../../../contract/english.ts';
import type { Result } from '../../../main/service/problem.ts';
import { connectedVenue, orderApiOf, venueApiOf } from './rooms.ts';

const texts = (result: Result<unknown>) =>
  result.ok ? null : [result.problem.text, result.problem.hint].map((one) => one && english(one));

test('the refusal of an order unknown to the service says so', async () => {
  const { asking, venueId } = await connectedVenue();
  expect(texts(await orderApiOf(asking).readOrder({ venueId, orderId: 'gone' }))).toEqual([
    "The service doesn't know this order (404).",
    undefined,
  ]);
});

test("a venue resource at a wrong path isn't reported as an unknown order", async () => {
  const { asking, venueId } = await connectedVenue();
  const { venueApi } = venueApiOf(asking, { venue_path: '/nowhere/{venue_id}', endpoints: {} });
  expect(texts(await venueApi.status(venueId))).toEqual([
    'The service has no endpoint at this address.',
    'Your installer can set the endpoint in the settings file (service.endpoints).',
  ]);
});

test.each([
  [401, "The service doesn't accept the client ID or client secret.", 'Check both in Settings.'],
  [404, "The service doesn't know what was requested (404).", 'Set "gateway_url" in the settings file.'],
  [409, 'Something else happened at the service meanwhile (409).', undefined],
])("a refused reset of a venue's integration (%i) doesn't mention an order", async (status, text, hint) => {
  const { sandbox, control, tokens, venueId } = await connectedVenue();
  await control('POST', '/faults', { match: 'DELETE *', status });
  const reset = await tokens.resetIntegration(sandbox.gateway_url, venueId);
  expect(texts(reset)).toEqual([text, hint]);
});
