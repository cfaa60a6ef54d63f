/**
 * The features of the bridge, in the order they open. Only this list names them; everything else is the kernel (`compose`). Screens know
 * them by `contract/features.ts`.
 */
import type { AppView } from '../../contract/contract.ts';
import { access } from '../features/access/feature.ts';
import type { CounterCalls } from '../features/answer-call.ts';
import type { Context } from '../features/context.ts';
import { couriers } from '../features/couriers/feature.ts';
import { featuresOn } from '../features/feature.ts';
import { history } from '../features/history/feature.ts';
import { kitchen } from '../features/kitchen/feature.ts';
import { menu } from '../features/menu/feature.ts';
import { monitor } from '../features/monitor/feature.ts';
import { orders } from '../features/orders/feature.ts';
import { papers } from '../features/papers/feature.ts';
import { relay } from '../features/relay/feature.ts';
import { settings } from '../features/settings/feature.ts';
import { shift } from '../features/shift/feature.ts';
import { staff } from '../features/staff/feature.ts';
import { till } from '../features/till/feature.ts';
import { venues } from '../features/venues/feature.ts';

export const features = featuresOn<Context>()
  .add(relay)
  .add(history)
  .add(papers)
  .add(till)
  .add(shift)
  .add(orders)
  .add(couriers)
  .add(menu)
  .add(access)
  .add(staff)
  .add(kitchen)
  .add(monitor)
  .add(venues)
  .add(settings);

/** Tables of their own, for the database to have before anything else opens. */
export const featureTables = features.list.map(({ name, migrations = [] }) => ({ name, migrations }));

/** What the kernel and all features give, by name. */
export type Services = ReturnType<typeof features.open>;

export const openFeatures = (context: Context): Services => features.open(context);

/** A call of the contract that no feature answers does not compile here. */
export const callsOf = (services: Services): CounterCalls => features.calls(services);

/** The same of what is shown of the app itself. */
export const appViewOf = (services: Services): Omit<AppView, 'failedJobs' | 'clockOffsetMs'> => features.appView(services);
