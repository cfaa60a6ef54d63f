/**
 * The features of the bridge, in the order they open. Only this list names them; everything else is the kernel (`compose`). Screens know
 * them by `contract/features.ts`.
 */
import type { AppView } from '../../contract/contract.ts';
import { access } from '../features/access/feature.ts';
import type { CounterCalls } from '../features/answer-call.ts';
import type { Context } from '../features/context.ts';
import { couriers } from '../features/couriers/feature.ts';
import type { AllOf, Feature } from '../features/feature.ts';
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

const list = { relay, orders, papers, till, shift, couriers, menu, access, staff, kitchen, history, monitor, venues, settings };

/** What the kernel and all features give, by name. */
export type Services = Context & AllOf<typeof list, 'services'>;

/** One that needs what no one gives does not compile here. */
export const features: Readonly<Record<string, Feature<Services>>> = list;

/** Opens all of them: each is given what those before it give, and works with what all give later. */
export function openFeatures(context: Context): Services {
  const services = { ...context } as Services;
  for (const feature of Object.values(features)) Object.assign(services, feature.services?.(services));
  return services;
}

/** What they do by themselves, from here on. */
export function startFeatures(services: Services): void {
  for (const feature of Object.values(features)) feature.start?.(services);
}

/** What one part of all of them makes. */
export function partsOf<Part extends 'jobs' | 'orderEffects'>(
  part: Part,
  services: Services,
): ReturnType<NonNullable<Feature<Services>[Part]>>[] {
  return Object.values(features).flatMap((feature) => {
    const make = feature[part] as ((given: Services) => never) | undefined;
    return make ? [make(services)] : [];
  });
}

/** A call of the contract that no feature answers does not compile here. */
export function callsOf(services: Services): CounterCalls {
  const calls: AllOf<typeof list, 'calls'> = Object.assign({}, ...Object.values(features).map((feature) => feature.calls?.(services)));
  return calls;
}

/** The same of what is shown of the app itself. */
export function appViewOf(services: Services): Omit<AppView, 'failedJobs' | 'clockOffsetMs'> {
  const view: AllOf<typeof list, 'appView'> = Object.assign({}, ...Object.values(features).map((feature) => feature.appView?.(services)));
  return view;
}
