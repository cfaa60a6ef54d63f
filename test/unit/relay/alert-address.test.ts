/** The addresses to which a relay may post alerts, which contain names of venues' computers. */
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { RelaySettings } from '../../../relay/settings/settings.ts';

const isTaken = (url: string): boolean => v.is(RelaySettings, { alerts: { url } });

test("alerts use HTTPS; plain HTTP is accepted only to the relay's own computer, by its exact name", () => {
  for (const url of ['https://alerts.example.test/relay', 'http://localhost:8080/', 'http://127.0.0.1:9/', 'http://[::1]:9/'])
    expect(isTaken(url), url).toBe(true);
  for (const url of [
    'http://alerts.example.test/',
    'http://127.alerts.example.test/',
    'http://127.0.0.1.example.test/',
    'ftp://localhost/',
  ])
    expect(isTaken(url), url).toBe(false);
});
