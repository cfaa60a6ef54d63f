/**
 * A feature of the bridge: its parts, each built from the kernel (`context.ts`) and earlier features, by name. They are listed in
 * `main/app/features.ts`.
 */
import type { AppView } from '../../contract/contract.ts';
import type { OrderEffects } from '../intake/reading/apply-reading.ts';
import type { Kind } from '../store/worker.ts';
import type { Handlers } from './answers.ts';

export interface Feature<Given> {
  /** What it gives the others, by name; what it opens goes onto `opened` as soon as it is open. Called first, in the order of the list. */
  services?: (given: Given) => object;
  /** Its part of what is shown of the app itself, worked out each time that is drawn. */
  appView?: (given: Given) => Partial<AppView>;
  calls?: (given: Given) => Partial<Handlers>;
  /** Its kinds of jobs in the one durable queue. */
  jobs?: (given: Given) => readonly Kind[];
  /** What a reading of an order sets off. */
  orderEffects?: (given: Given) => OrderEffects;
  /** What it does by itself, from when the vault has answered and jobs are carried out. */
  start?: (given: Given) => void;
}

/** Keeps what each part needs and makes, for the list to look whether all of it is given. */
export const defineFeature = <const F extends Feature<never>>(feature: F): F => feature;

type Made<Features extends object, Part extends string> = Features[keyof Features] extends infer F
  ? F extends { [P in Part]: (given: never) => infer Parts }
    ? Parts
    : never
  : never;

/** All that the features make of one part, together. */
export type AllOf<Features extends object, Part extends string> = (
  Made<Features, Part> extends infer One
    ? One extends unknown
      ? (one: One) => void
      : never
    : never
) extends (all: infer Every) => void
  ? Every
  : never;
