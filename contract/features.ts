/**
 * The features as a counter knows them: each brings its calls, and the topics of what a counter is shown. This list alone names them; every
 * type of a call and of the state follows from it. The bridge's list is `main/app/features.ts`, that of the screens `renderer/screens.tsx`.
 */
import { accessCalls } from './calls/access.ts';
import type { Calls, TopicView } from './calls/call.ts';
import { couriersCalls, couriersTopics } from './calls/couriers.ts';
import { kitchenSaleCalls } from './calls/dishes.ts';
import { historyCalls } from './calls/history.ts';
import { kitchenCalls } from './calls/kitchen.ts';
import { menuCalls } from './calls/menu.ts';
import { monitorCalls, monitorTopics } from './calls/monitor.ts';
import { ordersCalls, ordersTopics } from './calls/orders.ts';
import { papersCalls, papersTopics } from './calls/papers.ts';
import { readbackCalls } from './calls/readback.ts';
import { relayCalls } from './calls/relay.ts';
import { settingsCalls, settingsTopics } from './calls/settings.ts';
import { shiftCalls } from './calls/shift.ts';
import { staffCalls } from './calls/staff.ts';
import { stockCalls, tillCalls } from './calls/till.ts';
import { trainingCalls } from './calls/training.ts';
import { venuesCalls, venuesTopics } from './calls/venues.ts';

interface ContractFeature {
  calls: Calls;
  topics?: Record<string, TopicView<unknown>>;
}

const features = [
  { calls: couriersCalls, topics: couriersTopics },
  { calls: ordersCalls, topics: ordersTopics },
  { calls: kitchenCalls },
  { calls: kitchenSaleCalls },
  { calls: menuCalls },
  { calls: readbackCalls },
  { calls: papersCalls, topics: papersTopics },
  { calls: historyCalls },
  { calls: venuesCalls, topics: venuesTopics },
  { calls: accessCalls },
  { calls: trainingCalls },
  { calls: monitorCalls, topics: monitorTopics },
  { calls: settingsCalls, topics: settingsTopics },
  { calls: staffCalls },
  { calls: shiftCalls },
  { calls: relayCalls },
  { calls: tillCalls },
  { calls: stockCalls },
] as const satisfies readonly ContractFeature[];

type All<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer Every) => void
  ? { [Name in keyof Every]: Every[Name] }
  : never;
type Feature = (typeof features)[number];
type Topics = All<Extract<Feature, { topics: object }>['topics']>;

const all = <T>(parts: readonly object[]): T => Object.assign({}, ...parts);

/** Every call: who may make it, what goes in, what comes out. A call that is not here does not exist. */
export const calls = all<All<Feature['calls']>>(features.map((feature) => feature.calls));

/** All the counter shows, by topic and id. `app` has one entry, id "app". */
export type CounterState = { [Name in keyof Topics]: Record<string, Topics[Name] extends TopicView<infer View> ? View : never> };

export type Topic = keyof CounterState;

const topics = Object.keys(all(features.flatMap((feature) => ('topics' in feature ? [feature.topics] : [])))) as Topic[];

/** A counter that was shown nothing yet. Ids are the service's: none of them may meet what every object inherits. */
export const nothingShown = (): CounterState => all(topics.map((topic) => ({ [topic]: Object.create(null) })));
