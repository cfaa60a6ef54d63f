/** A feature of the bridge, and how features are opened one after the other. They are listed in `main/app/features.ts`. */
import type { AppView, Section } from '../../contract/contract.ts';
import type { OrderEffects } from '../intake/reading/apply-reading.ts';
import type { Kind } from '../store/worker.ts';
import type { Handlers } from './answers.ts';

/**
 * Its parts, each a function of what is `Given`: the kernel (`context.ts`) and the services of earlier features, by name. All but the first
 * are given its own services too.
 */
export interface Feature<Given, Gives = unknown, Calls = unknown, View = unknown> {
  /** That of its folder. */
  readonly name: string;
  /** Its own tables, version by version (`main/store/file/feature-tables.ts`). */
  readonly migrations?: readonly string[];
  /** Its section of the settings, which `contract/settings/sections.ts` lists. */
  readonly settings?: Section;
  /** What it gives the others, by name; what it opens goes onto `opened` as soon as it is open. Called first, in the order of the list. */
  services?: (given: Given) => Gives;
  /** Its part of what is shown of the app itself, worked out each time that is drawn. */
  appView?: (given: Given & NoInfer<Gives>) => View & Partial<AppView>;
  calls?: (given: Given & NoInfer<Gives>) => Calls & Partial<Handlers>;
  /** Its kinds of jobs in the one durable queue. */
  jobs?: (given: Given & NoInfer<Gives>) => readonly Kind[];
  /** What a reading of an order sets off. */
  orderEffects?: (given: Given & NoInfer<Gives>) => OrderEffects;
  /** What it does by itself, from when the vault has answered and jobs are carried out. */
  start?: (given: Given & NoInfer<Gives>) => void;
}

/** Of whatever it needs and gives. */
interface Listed {
  readonly name: string;
  readonly migrations?: readonly string[];
  readonly settings?: Section;
  readonly services?: (given: never) => unknown;
  readonly start?: (given: never) => void;
}

/** Keeps what each part needs and makes, for the list to see whether earlier features give all of it. */
export const defineFeature = <const F extends Feature<never>>(feature: F): F => feature;

/** Features in the order they open. One that needs what only a later one gives does not compile. */
export interface Features<Kernel extends object, Given extends object, Calls extends object, View extends object> {
  readonly list: readonly Listed[];
  add<Gives extends object = object, C extends object = object, V extends object = object>(
    feature: Feature<Given, Gives, C, V>,
  ): Features<Kernel, Given & Gives, Calls & C, View & V>;
  /** Opens all of them: each is given what those before it give. */
  open(kernel: Kernel): Given;
  calls(given: Given): Calls;
  appView(given: Given): View;
  jobs(given: Given): readonly Kind[];
  orderEffects(given: Given): readonly OrderEffects[];
  start(given: Given): void;
}

/** No feature yet: the first is given the kernel alone. */
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
    add<Gives extends object = object, C extends object = object, V extends object = object>(feature: Feature<Given, Gives, C, V>) {
      return withAdd<Kernel, Given & Gives, Calls & C, View & V>({
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
