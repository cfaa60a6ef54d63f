/** A venue without a printer is allowed, and the opening check doesn't call it broken. */
import { expect, test } from 'vitest';
import { openVenue } from '../venue/venue.ts';

test('without a printer the check fails nothing, and explains what that means', async () => {
  const venue = await openVenue({ printers: false });
  try {
    const checked = await venue.call('selfTest.run', {});
    const step = checked.ok && checked.value.steps.find(({ id }) => id === 'printer');
    expect(step).toMatchObject({
      ok: true,
      unsure: true,
      text: 'No printer is set up: orders appear on screen only.',
      mendedIn: 'printers',
    });
  } finally {
    await venue.close();
  }
});
