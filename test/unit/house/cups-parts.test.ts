import { expect, test } from 'vitest';
import { hasCups } from '../../setup/cups-parts.ts';

test('CUPS without its network backend counts as missing', () => {
  expect(hasCups(() => true)).toBe(true);
  expect(hasCups((file) => file !== '/usr/lib/cups/backend/socket')).toBe(false);
  expect(hasCups((file) => file === '/usr/sbin/cupsd')).toBe(false);
});
