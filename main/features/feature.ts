/** Features, opened in the order of `main/app/features.ts`. */
import type { AppView, Section } from '../../contract/contract.ts';
import type { OrderEffects } from '../intake/reading/apply-reading.ts';
import type { Kind } from '../store/worker.ts';
import type { Handlers } from './answers.ts';

/** Each part gets the kernel (`context.ts`), earlier features' services and, except `services`, its own. */
export interface Feature<Given, OwnServices = unknown, Calls = unknown, View = unknown> {
  readonly name: string;
  /** One entry per version (`main/store/file/feature-tables.ts`). */
  readonly migrations?: readonly string[];
  /** Listed in `contract/settings/sections.ts`. */
  readonly settings?: Section;
  /** Called first, in list order. Adds what it opens to `opened`. */
  services?: (given: Given) => OwnServices;
  /** Its part of the app view, computed on each redraw. */
  appView?: (given: Given & NoInfer<OwnServices>) => View & Partial<AppView>;
  calls?: (given: Given & NoInfer<OwnServices>) => Calls & Partial<Handlers>;
  jobs?: (given: Given & NoInfer<OwnServices>) => readonly Kind[];
  orderEffects?: (given: Given & NoInfer<OwnServices>) => OrderEffects;
  /** Called once the vault has answered and jobs run. */
  start?: (given: Given & NoInfer<OwnServices>) => void;
}

interface Listed {
  readonly name: string;
  readonly migrations?: readonly string[];
  readonly settings?: Section;
  readonly services?: (given: never) => unknown;
  readonly start?: (given: never) => void;
}

/** Keeps exact types, so the list can check that earlier features provide every need. */
export const defineFeature = <const F extends Feature<never>>(feature: F): F => feature;

/** In opening order. Needing a later feature's service doesn't compile. */
export interface Features<Kernel extends object, Given extends object, Calls extends object, View extends object> {
  readonly list: readonly Listed[];
  add<OwnServices extends object = object, C extends object = object, V extends object = object>(
    feature: Feature<Given, OwnServices, C, V>,
  ): Features<Kernel, Given & OwnServices, Calls & C, View & V>;
  open(kernel: Kernel): Given;
  calls(given: Given): Calls;
  appView(given: Given): View;
  jobs(given: Given): readonly Kind[];
  orderEffects(given: Given): readonly OrderEffects[];
  start(given: Given): void;
}

export const featuresOn = <Kernel extends object>(): Features<Kernel, Kernel, object, object> =>
  withAdd<Kernel, Kernel, object, object>({
    list: [],
    open: (kernel) => kernel,
    calls: () => ({}),
    appView: () => ({}),
    jobs: () => [],
    orderEffects: () => [],
    start: () => undefined,
  });

function withAdd<Kernel extends object, Given extends object, Calls extends object, View extends object>(
  before: Omit<Features<Kernel, Given, Calls, View>, 'add'>,
): Features<Kernel, Given, Calls, View> {
  return {
    ...before,
    add<OwnServices extends object = object, C extends object = object, V extends object = object>(
      feature: Feature<Given, OwnServices, C, V>,
    ) {
      return withAdd<Kernel, Given & OwnServices, Calls & C, View & V>({
        list: [...before.list, feature],
        open(kernel) {
          const given = before.open(kernel);
          return Object.assign({}, given, feature.services?.(given));
        },
        calls: (given) => Object.assign({}, before.calls(given), feature.calls?.(given)),
        appView: (given) => Object.assign({}, before.appView(given), feature.appView?.(given)),
        jobs: (given) => [...before.jobs(given), ...(feature.jobs?.(given) ?? [])],
        orderEffects: (given) => [...before.orderEffects(given), ...(feature.orderEffects ? [feature.orderEffects(given)] : [])],
        start(given) {
          before.start(given);
          feature.start?.(given);
        },
      });
    },
  };
}
