/** Two venues in one app, one with trouble at the service: how much slower the other gets. */
import { until } from '../../../test/e2e/venue/venue.ts';
import { passOn, serve } from '../local-server.ts';
import { openVenueProcess } from '../venue-process.ts';
import { problemIf, type RunOutcome } from './outcome.ts';

/** A proxy that hangs for some venues, known by their tokens. */
async function startHangingProxy(target: string, hangs: (venueId: string) => boolean) {
  let hung = 0;
  const server = await serve((incoming, outgoing) => {
    const claims = (incoming.headers.authorization ?? '').split('.')[1] ?? '';
    const { integration } = JSON.parse(Buffer.from(claims, 'base64url').toString() || '{}');
    if (hangs(integration?.venue_id)) hung += 1;
    else passOn(target, incoming, outgoing);
  });
  return { ...server, hung: () => hung };
}

export async function twoVenues(orders: number): Promise<RunOutcome> {
  let troubled: string | null = null;
  const proxies: Awaited<ReturnType<typeof startHangingProxy>>[] = [];
  const hung = (): number => proxies[0]?.hung() ?? 0;
  const quick = { accept_within_seconds: 0, courier_after_seconds: 0.05 };
  const app = await openVenueProcess({
    venue: quick,
    alsoVenues: [quick],
    between: async (orderBaseUrl) => {
      const proxy = await startHangingProxy(orderBaseUrl, (venueId) => venueId === troubled);
      proxies.push(proxy);
      return proxy.url + new URL(orderBaseUrl).pathname;
    },
  });
  const well = app.venue.alsoVenueIds[0] ?? '';
  /** From placed to delivered at the service, ms. */
  const series = async (): Promise<{ p50: number; p99: number }> => {
    const times: number[] = [];
    for (let count = 0; count < orders; count += 1) {
      const began = performance.now();
      const id = await app.place('takeaway', { cash_payment: null }, well);
      await until(`order ${id} to end`, async () => (await app.venue.atService(id)).state === 'delivered', 60_000);
      times.push(performance.now() - began);
    }
    times.sort((a, b) => a - b);
    const at = (share: number) => Math.round(times[Math.ceil(share * times.length) - 1] ?? 0);
    return { p50: at(0.5), p99: at(0.99) };
  };
  try {
    await app.switchOn();
    await series();
    const before = await series();
    troubled = app.venue.venueId;
    // More orders than calls can be in flight, so that everything shared is full.
    for (let count = 0; count < 40; count += 1) await app.place('takeaway', { cash_payment: null });
    await until('calls that hang', () => hung() >= 6);
    const meanwhile = await series();
    const ratio = Math.round((meanwhile.p50 / before.p50) * 100) / 100;
    return {
      figures:
        `${orders} orders of one venue while ${hung()} calls for the other hung: p50 ${meanwhile.p50} ms (before ${before.p50}, ratio ${ratio}), ` +
        `p99 ${meanwhile.p99} ms (before ${before.p99})`,
      problems: problemIf(ratio > 1.5, `one venue's trouble made the other ${ratio} times slower`),
    };
  } finally {
    await app.close();
    for (const proxy of proxies) await proxy.close();
  }
}
