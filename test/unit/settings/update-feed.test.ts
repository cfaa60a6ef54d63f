/** Updates are loaded only over HTTPS or from this computer, judged by the host really asked. */
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { DesktopSettings } from '../../../contract/settings/settings.ts';

test.each([
  'http://127.0.0.1:80@evil.example/feed',
  'http://127.0.0.1:pass@evil.example/',
  'https://user@evil.example/feed',
  'http://127.0.0.1.evil.example/feed',
  'http://127.0.0.1\t@evil.example/feed',
  'http://localhost.evil.example/feed',
  'http://evil.example/127.0.0.1:80',
  'http://evil.example/feed',
  'ftp://127.0.0.1/feed',
  'https://',
])('the feed %s is refused', (update_feed) => {
  expect(v.safeParse(DesktopSettings, { update_feed }).success).toBe(false);
});

test.each(['https://updates.example/feed/', 'http://127.0.0.1:8080/feed', 'http://[::1]:8080', 'http://localhost:8080/feed'])(
  'the feed %s is accepted',
  (update_feed) => {
    expect(v.parse(DesktopSettings, { update_feed }).update_feed).toBe(update_feed.replace(/\/$/, ''));
  },
);
