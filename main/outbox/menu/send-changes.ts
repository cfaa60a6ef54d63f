/**
 * Sends waiting menu and venue changes, one call per endpoint, within rate limits. Changes are idempotent, so lost ones are resent with
 * newer ones.
 */
import { promisify } from 'node:util';
import { gzipSync, gunzip as unpack } from 'node:zlib';
import { message, type Text } from '../../../contract/message.ts';
import { endsItself, isAboutSale, rowOf } from '../../menu/changes.ts';
import type { Span, SpecialDays } from '../../menu/hours.ts';
import { asText, type Fields } from '../../orders/text/reading.ts';
import type { MenuApi } from '../../service/menu/menu-api.ts';
import type { VenueApi } from '../../service/menu/venue-api.ts';
import type { Result, ServiceProblem } from '../../service/problem.ts';
import type { ClaimedJob } from '../../store/queue/queue.ts';
import type { Intent, IntentEndpoint } from '../../store/rows/menu/menu-rows.ts';
import type { Store } from '../../store/store.ts';
import { type Kind, kindOf, type Outcome } from '../../store/worker.ts';
import type { Clocks } from '../../time/service-clock.ts';
import { type Retry, serviceCommand } from '../service-command.ts';
import { pacedCall } from './paced-call.ts';
import { lastVenueStatus, MENU_CHANGE, queueReading, queueSending, VENUE_ONLINE } from './queue-changes.ts';

/** 7.3: after this many failures, a menu endpoint isn't called until the next change. */
const MOST_FAILURES = 5;
/** The retry interval for a pause after further failures, ms. */
const PATIENT_MS = 30_000;
/** The first reading after sending; a second follows after two minutes. */
const FIRST_LOOK_MS = 20_000;
const FAILED_TOO_OFTEN = message('menu.serviceFailedOften', { times: MOST_FAILURES });
const gunzip = promisify(unpack);
/** Sent if no menu is saved; the service refuses it. */
const NOTHING = gzipSync('{}');
const IN_MENU: readonly IntentEndpoint[] = ['items', 'option-values', 'inventory', 'upload'];

export interface SendChanges {
  store: Store;
  time: Clocks;
  menuApi: MenuApi;
  venueApi: VenueApi;
  /** A subject's name for the daily report. */
  nameOf: (venueId: string, subject: string) => string;
  /** The venue's status will soon show the change. */
  onVenueChanged: (venueId: string) => void;
}

export function createMenuChangeKinds(options: SendChanges): Kind[] {
  const { store, time } = options;
  const { menu } = store;
  const clock = time.service;

  async function run(job: ClaimedJob, { venueId, endpoint: name }: { venueId: string; endpoint: string }): Promise<Outcome> {
    const endpoint = name as IntentEndpoint;
    dropOver(venueId, endpoint);
    const batch = menu.waiting(venueId, endpoint);
    if (batch.length === 0) return { end: 'done' };
    const paced = pacedCall(store, clock, venueId, endpoint);
    return serviceCommand(job, {
      isIdempotent: true,
      isShown: paced.begin,
      send: () => send(venueId, endpoint, batch),
      onTaken: (read) => ({
        end: 'done',
        also() {
          paced.ended(null);
          taken(venueId, endpoint, batch, read);
        },
      }),
      onProblem(problem, retry) {
        const { also, ...end } = failed(venueId, endpoint, batch, problem, retry);
        return {
          ...end,
          also() {
            paced.ended(problem);
            also?.();
          },
        };
      },
    });
  }

  /** Drops pauses that are already over. An earlier pause of ours that still holds is ended; closures made elsewhere aren't. */
  function dropOver(venueId: string, endpoint: IntentEndpoint): void {
    const now = clock.now();
    const over = menu.waiting(venueId, endpoint).filter(({ wants }) => endpoint === 'online' && hasEnded(wants, now));
    if (over.length === 0) return;
    const status = lastVenueStatus(store, venueId);
    const isPaused = menu.offSale.during(now, now).some((period) => period.venueId === venueId && period.kind === 'paused');
    const isHeld = ({ sentAt }: Intent): boolean => isPaused && !(status?.isOnline === true && status.readAt > (sentAt ?? 0));
    store.write(() => {
      for (const one of over)
        if (isHeld(one)) menu.setWanted({ ...one, wants: { status: 'ONLINE' }, ends: null });
        else menu.drop(one);
    });
  }

  async function send(venueId: string, endpoint: IntentEndpoint, batch: readonly Intent[]): Promise<Result<string | null>> {
    const { menuApi, venueApi } = options;
    const [first] = batch;
    const wants = first?.wants ?? {};
    const rows = batch.flatMap((intent): Fields[] => {
      const row = rowOf(intent.subject, inTime(intent.wants));
      return row ? [row] : [];
    });
    switch (endpoint) {
      case 'items':
        return menuApi.updateItems(venueId, rows);
      case 'option-values':
        return menuApi.updateOptionValues(venueId, rows);
      case 'inventory':
        return menuApi.updateInventory(venueId, rows);
      case 'upload':
        return menuApi.createMenu(venueId, await gunzip(menu.upload(venueId) ?? NOTHING));
      case 'online':
        return venueApi.setOnline(
          venueId,
          wants.status === 'ONLINE' ? { status: 'ONLINE' } : { status: 'OFFLINE', until: asText(wants.until) },
        );
      case 'opening-times':
        return venueApi.setOpeningTimes(venueId, wants.week as Span[]);
      case 'special-times':
        return venueApi.setSpecialTimes(venueId, wants.days as unknown as SpecialDays);
      case 'delivery-provider': {
        const set = await venueApi.setDeliveryProvider(venueId, asText(wants.provider) ?? '');
        return set.ok ? venueApi.deliveryProvider(venueId) : set;
      }
    }
  }

  /** A change whose end has passed becomes "on sale". */
  function inTime(wants: Fields): Fields {
    const until = asText(wants.disabled_until);
    return until !== null && Date.parse(until) <= clock.now() ? { ...wants, disabled_until: null, enabled: true } : wants;
  }

  function taken(venueId: string, endpoint: IntentEndpoint, batch: readonly Intent[], read: string | null): void {
    const now = clock.now();
    menu.pace.worked(venueId, endpoint);
    menu.sent(batch, now);
    for (const intent of batch) {
      recordOffSale(intent, now);
      const isRight = endpoint === 'delivery-provider' && read === intent.wants.provider;
      const after = isRight ? menu.get(venueId, endpoint, intent.subject) : null;
      if (after) menu.looked(after, 'seen', now);
    }
    if (IN_MENU.includes(endpoint)) queueReading(store, time, venueId, FIRST_LOOK_MS);
    else options.onVenueChanged(venueId);
    if (menu.isWaiting(venueId, endpoint)) queueSending(store, time, venueId, endpoint);
  }

  function failed(
    venueId: string,
    endpoint: IntentEndpoint,
    batch: readonly Intent[],
    { text, status = 0 }: ServiceProblem,
    retry: Retry | null,
  ): Outcome {
    if (!retry) return { end: 'done', also: () => refuse(venueId, endpoint, batch, text) };
    if (status < 500 || countFailure(venueId, endpoint) < MOST_FAILURES) return retry;
    if (endpoint !== 'online') return { end: 'done', also: () => menu.refused(batch, FAILED_TOO_OFTEN) };
    // During a pause no orders arrive, so it and its end are retried until they succeed.
    return { ...retry, afterMs: Math.max(retry.afterMs, PATIENT_MS), waitsFor: 'asked' };
  }

  const countFailure = (venueId: string, endpoint: IntentEndpoint): number => store.write(() => menu.pace.failed(venueId, endpoint));

  /** One wrong row fails the whole call, so the rows are sent in parts to isolate it. */
  function refuse(venueId: string, endpoint: IntentEndpoint, batch: readonly Intent[], error: Text): void {
    if (batch.length === 1) menu.refused(batch, error);
    else menu.split(batch);
    if (menu.isWaiting(venueId, endpoint)) queueSending(store, time, venueId, endpoint);
  }

  /** Records unavailability periods as reported to the service. */
  function recordOffSale({ venueId, endpoint, subject, wants, endsAt }: Intent, now: number): void {
    if (endpoint === 'online') {
      const until = asText(wants.until);
      if (wants.status === 'ONLINE') menu.offSale.end(venueId, 'paused', '', now);
      else
        menu.offSale.begin({ venueId, kind: 'paused', subject: '', name: '', from: now, until: until === null ? null : Date.parse(until) });
      return;
    }
    if (!isAboutSale(wants) || (endpoint !== 'items' && endpoint !== 'option-values')) return;
    const spoken = `${endpoint}/${subject}`;
    const end = endsItself(wants) ? Date.parse(asText(wants.disabled_until) ?? '') : endsAt;
    const isOn = wants.enabled === true || wants.in_stock === true || (end !== null && end <= now);
    if (isOn) menu.offSale.end(venueId, 'sold-out', spoken, now);
    else menu.offSale.begin({ venueId, kind: 'sold-out', subject: spoken, name: options.nameOf(venueId, subject), from: now, until: end });
  }

  return [kindOf(VENUE_ONLINE, { atOnce: 1, leaseMs: 60_000, run }), kindOf(MENU_CHANGE, { atOnce: 4, leaseMs: 120_000, run })];
}

export function hasEnded(wants: Fields, now: number): boolean {
  const until = asText(wants.until);
  return wants.status === 'OFFLINE' && until !== null && Date.parse(until) <= now;
}
