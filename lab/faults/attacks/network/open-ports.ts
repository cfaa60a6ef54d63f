/** A venue's app with every port open. */
import { english } from '../../../../contract/english.ts';
import { freePort } from '../../../../main/demo/venue.ts';
import { openVenueProcess, type VenueProcess } from '../../venue-process.ts';
import { type CounterClient, openCounter } from '../watch/counter-screen.ts';
import { lookMeanwhile } from '../watch/meanwhile.ts';

export interface OpenPorts extends AsyncDisposable {
  app: VenueProcess;
  counter: CounterClient;
  orderId: string;
  receiverPort: number;
  counterPort: number;
  displaysPort: number;
  /** Its port awaits an authorization code. */
  redirect: URL;
  lookMeanwhile(keepAlive?: boolean): ReturnType<typeof lookMeanwhile>;
}

export async function openPorts(through: readonly string[] = [], env: Record<string, string> = {}): Promise<OpenPorts> {
  const displaysPort = await freePort();
  const app = await openVenueProcess({ robot: false, settings: { counter: { port: 0, displays: true, displays_port: displaysPort } } });
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
