/** A venue without a printer is allowed, and the opening check doesn't call it broken. */
import { expect, test } from 'vitest';
import { message } from '../../../contract/message.ts';
import { testVenue } from '../venue/with-venue.ts';

test("without a printer the opening check doesn't fail, and explains what's missing", async () => {
  const { steps } = await (await testVenue({ printers: false })).ask('selfTest.run', {});
  expect(steps.find(({ id }) => id === 'printer')).toMatchObject({
    ok: true,
    unsure: true,
    text: message('printer.noneSetUp'),
    mendedIn: 'printers',
  });
});
