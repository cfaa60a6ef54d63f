import { expect, test } from 'vitest';
import { hasCups } from '../../setup/cups-parts.ts';

test('the server of cups without what prints over the network is no cups', () => {
  expect(hasCups(() => true)).toBe(true);
  expect(hasCups((file) => file !== '/usr/lib/cups/backend/socket')).toBe(false);
  expect(hasCups((file) => file === '/usr/sbin/cupsd')).toBe(false);
});
