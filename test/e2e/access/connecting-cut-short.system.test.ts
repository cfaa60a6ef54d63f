/** A power cut while connecting a venue at other addresses leaves everything old or everything new. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { viewCounter } from '../../../lab/faults/attacks/watch/counter-screen.ts';
import { openVenueProcess, type VenueProcess } from '../../../lab/faults/venue-process.ts';
import { type Sandbox, startSandbox } from '../../../sandbox/sandbox.ts';
import { until } from '../venue/venue.ts';

let app: VenueProcess;
let other: Sandbox;
beforeEach(async () => {
  app = await openVenueProcess({ robot: false });
  other = await startSandbox({ port: 0 });
});
afterEach(async () => {
  await app.close();
  await other.close();
});

async function killAtFsync(pid: number, nth: number): Promise<void> {
  const inject = `inject=fsync,fdatasync:signal=SIGKILL:when=${nth}`;
  const tracer = spawn('strace', ['-f', '-o', '/dev/null', '-e', 'trace=fsync,fdatasync', '-e', inject, '-p', String(pid)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  for await (const line of createInterface({ input: tracer.stderr })) if (/attached/.test(line)) break;
  tracer.stderr.resume();
}

async function grant(): Promise<{ venue_id: string; authorization_code: string; redirect_uri: string }> {
  const answer = await fetch(`${other.control_url}/venues`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'The other service' }),
  });
  return (await answer.json()) as { venue_id: string; authorization_code: string; redirect_uri: string };
}

test('after a kill at any disk flush, addresses, client secret and tokens are all old or all new', async () => {
  const outcomes = new Set<string>();
  const old = app.venue.sandbox.order_base_url;
  let survived = false;
  for (let nth = 1; nth <= 40 && !survived; nth += 2) {
    await app.switchOn();
    const link = await viewCounter(app.counterUrl());
    await until('the settings', async () => (await link.call('settings.get', {})).ok);
    const venue = await grant();
    await killAtFsync(app.pid(), nth);
    await Promise.race([
      app.ended(),
      link.call('venue.connect', {
        environment: 'development',
        authUrl: other.auth_url,
        orderBaseUrl: other.order_base_url,
        deliveryBaseUrl: null,
        clientId: other.client_id,
        clientSecret: other.client_secret,
        authorizationCode: venue.authorization_code,
        redirectUri: venue.redirect_uri,
      }),
    ]).catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 200));
    survived = app.isOn();
    await app.switchOff();

    await app.switchOn();
    const after = await viewCounter(app.counterUrl());
    // The app completes an interrupted change as soon as the vault is open.
    const service = await until('the settings', async () => {
      const held = await after.call('settings.get', {});
      return held.ok && held.value.hasClientSecret ? held.value.settings.service : null;
    });
    const isNew = service.order_base_url === other.order_base_url;
    expect(service.auth_url).toBe(isNew ? other.auth_url : app.venue.sandbox.auth_url);
    expect(service.client_id).toBe(isNew ? other.client_id : app.venue.sandbox.client_id);
    expect([old, other.order_base_url]).toContain(service.order_base_url);
    const id = isNew ? venue.venue_id : app.venue.venueId;
    await until('its venue connected', () => after.state().venues[id]?.state === 'connected');
    outcomes.add(isNew ? 'new' : 'old');
    if (survived) expect(isNew).toBe(true);
    if (isNew && !survived) {
      const back = await app.venue.newConnection();
      expect(await after.call('venue.connect', { ...back, clientSecret: app.venue.sandbox.client_secret })).toMatchObject({ ok: true });
    }
    after.close();
    await app.switchOff();
  }
  expect([...outcomes].sort()).toEqual(['new', 'old']);
  expect(survived).toBe(true);
}, 180_000);
