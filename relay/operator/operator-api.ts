/** The operator's HTTP API: needs the operator key, and TLS or a local connection. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import * as v from 'valibot';
import { isUsableId } from '../../contract/order-id.ts';
import { MOST_VENUES } from '../../contract/relay/wire.ts';
import { readBody } from '../../shared/http/body.ts';
import { isSame } from '../../shared/http/constant-time-equal.ts';
import { list } from '../../shared/json/bounded-list.ts';
import { readJson } from '../../shared/json/read-json.ts';
import { asRecord, asText, isStorable } from '../../shared/json/values.ts';
import { NOTHING_WAITING } from '../engine/engine.ts';
import { isoTime } from '../iso-time.ts';
import { answerJson, bearerOf } from '../listening/answer.ts';
import { isPrivate } from '../listening/server.ts';
import type { Sealing } from '../seal/sealing.ts';
import type { RelaySettings } from '../settings/settings.ts';
import type { SupportRequests } from '../store/support-requests.ts';
import { type Answer, databaseAway, errorBody, invalidRequest, NOT_FOUND } from './answers.ts';
import { inTurns } from './in-turns.ts';
import { relaysOf } from './other-relays.ts';
import { problemsOf, type Watched } from './problems.ts';
import { whyRefused } from './refused-settings.ts';
import { createSettingsCalls, ManagedBy, managementFor } from './settings-calls.ts';
import { groupsOf, lastSeen, silentVenues } from './status.ts';
import { createSupportCalls } from './support-calls.ts';

export const OPERATOR_PATH = '/operator';
const BODY_LIMIT = 256 * 1024;
const MOST_SHOWN = 100;
const SUPPORT_FILE = {
  'content-type': 'application/json',
  'content-encoding': 'gzip',
  'content-disposition': 'attachment; filename="tillbridge-support.json"',
  'cache-control': 'no-store',
};

const VenueId = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1),
  v.maxLength(200),
  v.check((id) => isUsableId(id) && isStorable(id), 'is no id of a venue'),
);
const Invitation = v.object({
  venue_ids: v.pipe(list(VenueId, MOST_VENUES), v.minLength(1)),
  label: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(200), v.check(isStorable, 'is no text')), ''),
  ...ManagedBy.entries,
});
const Routing = v.object({ venue_id: VenueId });

export interface OperatorApi {
  serve(request: IncomingMessage, response: ServerResponse, path: string): Promise<void>;
  isOperator(request: IncomingMessage): boolean;
}

export function createOperatorApi(
  watched: Watched,
  key: string,
  settings: RelaySettings,
  sealing: Sealing,
  support: SupportRequests,
  onDefect: (error: unknown) => void,
): OperatorApi {
  const { engine, registry, presences } = watched;
  const groups = createSettingsCalls(watched);
  const asking = createSupportCalls(support, registry);

  function isOperator(request: IncomingMessage): boolean {
    return isSame(key, bearerOf(request) ?? '');
  }

  async function invite(given: unknown): Promise<Answer> {
    const asked = v.safeParse(Invitation, given);
    if (!asked.success) return invalidRequest(asked.issues);
    const management = managementFor(asked.output, watched.groupSettings);
    if (typeof management === 'string') return { status: 400, body: errorBody(management) };
    const { code, expiresAt } = await registry.invite(asked.output.label, asked.output.venue_ids, management);
    return { status: 201, body: { code, expires_at: isoTime(expiresAt) } };
  }

  async function counters(): Promise<Answer> {
    await presences.renew();
    const [backlogs, lastTaken] = [await engine.backlogs(), await engine.lastTaken()];
    const all: object[] = [];
    for await (const counter of inTurns(registry.counters())) {
      const here = presences.presence(counter.id);
      const { waiting, oldestAt } = backlogs.get(counter.id) ?? NOTHING_WAITING;
      const lastTakenAt = Math.max(0, ...counter.venueIds.map((id) => lastTaken.get(id) ?? 0));
      all.push({
        id: counter.id,
        label: counter.label,
        venue_ids: counter.venueIds,
        created_at: isoTime(counter.createdAt),
        is_connected: here !== null,
        way: here?.way ?? null,
        connected_since: here ? isoTime(here.connectedAt) : null,
        last_proof_at: isoTime(lastSeen(watched, counter)),
        app_version: here?.appVersion ?? null,
        update_ring: here?.health?.updateRing ?? null,
        clock_offset_ms: here?.clockOffsetMs ?? null,
        waiting,
        waiting_since: oldestAt === null ? null : isoTime(oldestAt),
        last_webhook_at: lastTakenAt === 0 ? null : isoTime(lastTakenAt),
        printers: here?.health?.printers ?? null,
        till: here?.health?.till ?? null,
        open_orders: here?.health?.openOrders ?? null,
        refresh_token_days: here?.health?.refreshTokenDays ?? null,
        group: counter.group,
        newest_version: counter.group === null ? null : (watched.groupSettings.newest(counter.group)?.version ?? null),
        managed_version: here?.health?.managedVersion ?? null,
        settings_refused: here?.health?.settingsRefused ? whyRefused(here.health.settingsRefused) : null,
      });
    }
    return { status: 200, body: { counters: all } };
  }

  async function relays(): Promise<Answer> {
    await presences.renew();
    return { status: 200, body: { relays: relaysOf(watched.relays, watched.time) } };
  }

  async function revoke(id: string): Promise<Answer> {
    const isRevoked = await registry.revoke(id);
    // Also after a first try that the database cut off.
    await engine.removeReader(id);
    await support.withdraw(id);
    return isRevoked ? { status: 204 } : NOT_FOUND;
  }

  async function venueBacklog(venueId: string): Promise<Answer> {
    const { waiting, oldestAt } = await engine.backlog(venueId, null);
    const readers = registry.counters().filter(({ venueIds }) => venueIds.includes(venueId));
    const news = await engine.readAfter(venueId, 0, { count: MOST_SHOWN, bytes: Number.POSITIVE_INFINITY });
    return {
      status: 200,
      body: {
        venue_id: venueId,
        waiting,
        waiting_since: oldestAt === null ? null : isoTime(oldestAt),
        counters: await Promise.all(
          readers.map(async ({ id, label }) => ({ id, label, waiting: (await engine.backlog(venueId, id)).waiting })),
        ),
        news: news.map(({ seq, kind, takenAt, body }) => ({ seq, kind, taken_at: isoTime(takenAt), bytes: body.length })),
      },
    };
  }

  /** Lists notifications without a known venue; for privacy, not their content. */
  async function unroutable(): Promise<Answer> {
    const { waiting, oldestAt } = await engine.countUnroutable();
    const news = (await engine.unroutable(MOST_SHOWN)).map(({ seq, kind, takenAt, reference, body }) => ({
      seq,
      kind,
      taken_at: isoTime(takenAt),
      type: typeOf(sealing.open(body)),
      reference,
    }));
    return { status: 200, body: { waiting, waiting_since: oldestAt === null ? null : isoTime(oldestAt), news } };
  }

  async function route(seq: string, given: unknown): Promise<Answer> {
    const asked = v.safeParse(Routing, given);
    if (!asked.success) return invalidRequest(asked.issues);
    return (await engine.route(Number(seq), asked.output.venue_id)) ? { status: 204 } : NOT_FOUND;
  }

  async function answered(work: Promise<Answer>): Promise<Answer> {
    if (settings.engine === null) return work;
    try {
      return await work;
    } catch (error) {
      const away = databaseAway(error);
      if (away === null) throw error;
      onDefect(error);
      return away;
    }
  }

  const ways: { method: string; path: RegExp; answer: (part: string, given: unknown) => Promise<Answer> }[] = [
    { method: 'POST', path: /^\/invitations$/, answer: (_, given) => invite(given) },
    { method: 'GET', path: /^\/counters$/, answer: counters },
    { method: 'DELETE', path: /^\/counters\/([^/]+)$/, answer: revoke },
    { method: 'POST', path: /^\/counters\/([^/]+)\/support$/, answer: asking.ask },
    { method: 'GET', path: /^\/counters\/([^/]+)\/support$/, answer: asking.show },
    { method: 'DELETE', path: /^\/counters\/([^/]+)\/support$/, answer: asking.withdraw },
    { method: 'GET', path: /^\/counters\/([^/]+)\/support\/file$/, answer: asking.file },
    { method: 'GET', path: /^\/venues\/([^/]+)\/backlog$/, answer: venueBacklog },
    { method: 'GET', path: /^\/settings$/, answer: groups.groups },
    { method: 'GET', path: /^\/settings\/([^/]+)$/, answer: groups.group },
    { method: 'POST', path: /^\/settings\/([^/]+)$/, answer: groups.publish },
    { method: 'GET', path: /^\/unroutable$/, answer: unroutable },
    { method: 'POST', path: /^\/unroutable\/(\d{1,16})$/, answer: route },
    { method: 'GET', path: /^\/relays$/, answer: relays },
    { method: 'GET', path: /^\/groups$/, answer: async () => ({ status: 200, body: { groups: await groupsOf(watched) } }) },
    { method: 'GET', path: /^\/silent$/, answer: async () => ({ status: 200, body: { venues: await silentVenues(watched) } }) },
    { method: 'GET', path: /^\/problems$/, answer: async () => ({ status: 200, body: { problems: await problemsOf(watched) } }) },
  ];

  return {
    isOperator,
    async serve(request, response, path) {
      if (!isPrivate(request, settings))
        return answerJson(response, 403, errorBody('The operator is served over HTTPS, or on this computer alone.'));
      if (!isOperator(request))
        return answerJson(response, 401, errorBody("The operator's key is missing or wrong."), { 'www-authenticate': 'Bearer' });
      const below = path.slice(OPERATOR_PATH.length);
      const known = ways.filter((way) => way.path.test(below));
      const way = known.find(({ method }) => method === request.method);
      if (!way) {
        const allow = known.map(({ method }) => method).join(', ');
        return known.length === 0
          ? answerJson(response, 404, NOT_FOUND.body)
          : answerJson(response, 405, errorBody(`Use ${allow}.`), { allow });
      }
      const body = request.method === 'POST' ? await readBody(request, BODY_LIMIT) : Buffer.alloc(0);
      if (body === 'cut off') return void response.destroy();
      if (body === 'too large') return answerJson(response, 413, errorBody('Too long.'), { connection: 'close' });
      const part = decoded(way.path.exec(below)?.[1] ?? '');
      const { status, body: answer, gzip } = part === null ? NOT_FOUND : await answered(way.answer(part, readJson(body.toString('utf8'))));
      if (gzip) response.writeHead(status, SUPPORT_FILE).end(gzip);
      else if (answer === undefined) response.writeHead(status, { 'cache-control': 'no-store' }).end();
      else answerJson(response, status, answer);
    },
  };
}

function decoded(part: string): string | null {
  try {
    const text = decodeURIComponent(part);
    return isStorable(text) ? text : null;
  } catch {
    return null;
  }
}

/** The type of a delivery webhook; its token was verified on receipt. */
function typeOf(body: Buffer | null): string | null {
  if (body === null) return null;
  const raw = asRecord(readJson(body.toString('utf8')));
  const payload = typeof raw?.token === 'string' ? readJson(Buffer.from(raw.token.split('.')[1] ?? '', 'base64url').toString('utf8')) : raw;
  return asText(asRecord(payload)?.type)?.slice(0, 100) ?? null;
}
