/** A venue's app with every port open. */
import { english } from '../../../../contract/english.ts';
import { freePort } from '../../../../main/demo/venue.ts';
import { openVenueProcess } from '../../venue-process.ts';
import { type CounterClient, openCounter } from '../watch/counter-screen.ts';
import { lookMeanwhile } from '../watch/meanwhile.ts';

/** A venue with all ports open, an order, and a screen that awaits an authorization code at `redirect`. */
export async function openPorts(through: readonly string[] = [], env: Record<string, string> = {}) {
  const displaysPort = await freePort();
  const app = await openVenueProcess({
    robot: false,
    settings: { counter: { port: 0, displays: true, displays_port: displaysPort, stations_port: 0 } },
  });
  try {
    await app.switchOn(through, env);
    const address = app.counterUrl();
    const counter = await openCounter(address);
    const opened = await counter.call('venue.openRedirect', { via: 'loopback' });
    if (!opened.ok) throw new Error(english(opened.problem.text));
    const orderId = await app.place('takeaway');
    const { receiverPort } = app;
    const { venueId } = app.venue;
    return {
      app,
      counter,
      orderId,
      receiverPort,
      counterPort: Number(new URL(address).port),
      displaysPort,
      redirect: new URL(opened.value.redirectUri),
      lookMeanwhile: (keepAlive = true) => lookMeanwhile({ pid: app.pid(), receiverPort, counter, orderId, venueId, keepAlive }),
      [Symbol.asyncDispose]() {
        counter.close();
        return app.close();
      },
    };
  } catch (error) {
    await app.close();
    throw error;
  }
}

export async function connectMerchant(counter: CounterClient): Promise<void> {
  const merchant = { merchantId: 'merchant-1', key: 'the-key-of-the-merchant', webhookSecret: 'the-secret-of-delivery-events' };
  const saved = await counter.call('settings.saveMerchant', merchant);
  if (!saved.ok) throw new Error(english(saved.problem.text));
}
