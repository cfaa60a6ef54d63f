/** Features with their calls and topics. Their other lists: `main/app/features.ts` for the app, `renderer/screens.tsx` for screens. */
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

export const calls = all<All<Feature['calls']>>(features.map((feature) => feature.calls));

/** Everything the main screen shows, by topic and ID. `app` has one entry, ID "app". */
export type AppState = { [Name in keyof Topics]: Record<string, Topics[Name] extends TopicView<infer View> ? View : never> };

export type Topic = keyof AppState;

const topics = Object.keys(all(features.flatMap((feature) => ('topics' in feature ? [feature.topics] : [])))) as Topic[];

/** No prototype: an ID may be `constructor`. */
export const nothingShown = (): AppState => all(topics.map((topic) => ({ [topic]: Object.create(null) })));
