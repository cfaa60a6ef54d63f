/** The app's features in opening order; the rest is the kernel (`compose`). Screens use `contract/features.ts`. */
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

/** Features' tables, which the database creates first. */
export const featureTables = features.list.map(({ name, migrations = [] }) => ({ name, migrations }));

export type Services = ReturnType<typeof features.open>;

export const openFeatures = (context: Context): Services => features.open(context);

/** A call without a handler doesn't compile. */
export const callsOf = (services: Services): CounterCalls => features.calls(services);

export const appViewOf = (services: Services): Omit<AppView, 'failedJobs' | 'clockOffsetMs'> => features.appView(services);
