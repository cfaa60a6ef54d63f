/** The contract between screen and app: calls, views and settings. */

import type * as v from 'valibot';
import type { Output, Who } from './calls/call.ts';
import type { calls } from './features.ts';
import type { PageKind, Push, StatePush } from './state.ts';
import type { Problem } from './views/problem.ts';

export { fileText, tableText } from '../shared/files/file-text.ts';
export { teachGeorgian } from '../shared/georgian.ts';
export * from './address.ts';
export type { Calls, Done, Output, Who } from './calls/call.ts';
export { CourierOrder, DELIVERY_EVENTS, DeliveryAddress, Parcel } from './calls/couriers.ts';
export { LARGEST_MENU_FILE, type PauseEnd, type PriceChange, type SoldOutEnd } from './calls/menu.ts';
export type { GiveUpReason } from './calls/monitor.ts';
export type { OperationInput } from './calls/orders.ts';
export { permitsAction, rightsFor } from './calls/rights.ts';
export * from './cause.ts';
export { type AppState, calls, nothingShown, type Topic } from './features.ts';
export * from './language.ts';
export * from './menu/menu-prices.ts';
export * from './menu/menu-sheet.ts';
export * from './message.ts';
export * from './mistake.ts';
export { CHOSEN_DOCUMENTS, DOCUMENTS_AGAIN, isPrintedDocument, PRINTED_DOCUMENTS } from './printed-documents.ts';
export type { RejectionCause } from './rejection-cause.ts';
export * from './settings/counter-settings.ts';
export * from './settings/endpoints.ts';
export * from './settings/kitchen-settings.ts';
export * from './settings/map-settings.ts';
export * from './settings/paper-template.ts';
export * from './settings/picture.ts';
export type { Section } from './settings/section.ts';
export { sections } from './settings/sections.ts';
export * from './settings/settings.ts';
export * from './settings/staff-settings.ts';
export * from './state.ts';
export * from './time/days.ts';
export * from './time/duration-text.ts';
export * from './time/moment.ts';
export * from './views/app.ts';
export * from './views/delivery.ts';
export * from './views/diagnostics.ts';
export * from './views/display.ts';
export * from './views/history.ts';
export * from './views/intake.ts';
export * from './views/kitchen.ts';
export * from './views/lateness.ts';
export * from './views/menu.ts';
export * from './views/order.ts';
export * from './views/problem.ts';
export * from './views/report.ts';
export type { Sold } from './views/sold.ts';
export * from './views/staff.ts';
export * from './views/station.ts';
export * from './words.ts';

export type CallName = keyof typeof calls;
export type CallsOf<W extends Who> = { [N in CallName]: (typeof calls)[N]['who'] extends W ? N : never }[CallName];
export type CallInput<N extends CallName> = v.InferInput<(typeof calls)[N]['input']>;
export type CallOutput<N extends CallName> = (typeof calls)[N]['output'] extends Output<infer T> ? T : never;
export type Answer<T> = { ok: true; value: T } | { ok: false; problem: Problem };

/** How the renderer reaches the app. `watch` delivers a snapshot first and returns a function that stops it. */
export interface BridgeClient {
  call<N extends CallName>(name: N, input: CallInput<N>): Promise<Answer<CallOutput<N>>>;
  watch(onPush: (push: Push<PageKind>) => void, onLink: (linked: boolean, outside: RefusedBy | null) => void): () => void;
}

export type RefusedBy = 'counter' | 'display';

/** WebSocket frames, for a main screen in a browser and for displays. */
export type ClientFrame = { id: number; call: CallName; input: unknown };
export type ServerFrame = AnswerFrame | Push;
export type DisplayFrame = ServerFrame | StatePush<PageKind> | Beat;
/**
 * Sent to paired screens repeatedly: a second after the last one was sent, a screen shows that its data is outdated. `at`: this computer's
 * clock, epoch ms. `sentAt`: ms of a clock that is never set.
 */
export type Beat = { beat: true; at: number; sentAt: number };
type AnswerFrame = { id: number; answer: Answer<unknown> };
