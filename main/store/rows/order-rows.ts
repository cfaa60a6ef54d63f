/** Orders as the service's JSON, with columns for searches. */
import type Database from 'better-sqlite3';
import * as v from 'valibot';
import type { Order } from '../../orders/order.ts';
import { isBeingPrepared, STAGES, type Stage, stageOf } from '../../orders/stage.ts';
import { asTime } from '../../orders/text/reading.ts';
import type { KitchenRows } from './kitchen-rows.ts';
import { bodyOf, createParsedOrders, NO_ID, type ParsedOrders } from './parsed-orders.ts';
import { isTime, readWhole } from './stored/stored-values.ts';

export interface OrderRow {
  order: Order;
  stage: Stage;
  open: boolean;
  /** When the order was first heard of, epoch ms. */
  noticedAt: number;
  /** Last reading, epoch ms; NOT_READ after a restore or if damaged. */
  readAt: number;
  /** First pickup estimate, ISO UTC: section 8 counts the 25 minutes from it. */
  initialPickupEta: string | null;
  /** True until staff tap a new order. */
  alerting: boolean;
  endedAt: number | null;
}

/** `readAt` of a possibly outdated order, which is read before anything else. */
export const NOT_READ = 0;

/** Local state, not part of any reading. */
export interface LocalState {
  courier: { state: 'approaching' | 'picked-up'; at: string | null } | null;
  checked: number[];
}

export interface OrderRows {
  get(id: string): OrderRow | null;
  /** The unshortened order, parsed again from its body. Null if unknown. `raw`: the body, if loaded. */
  whole(id: string, raw?: unknown): Order | null;
  raw(id: string): unknown;
  open(): OrderRow[];
  /** Oldest first; doesn't read bodies. */
  openIds(): string[];
  /** Ended orders, newest first. IDs only: parsing a hundred long orders takes seconds. */
  endedSince(at: number, limit: number): string[];
  /** Ended orders to be read again: damaged, or from before a restore. Doesn't load bodies. */
  unsure(at: number, limit: number): string[];
  /** Ended orders that still ring. */
  ringingIds(): string[];
  /** `text`: the exact body, as some JSON can't be rewritten the same. `isReadOut`: `row.order` was parsed from it. */
  save(row: OrderRow, raw: unknown, text?: string, isReadOut?: boolean): void;
  isStored(id: string, text: string): boolean;
  /** Sets `readAt` only: the body is unchanged. */
  readAgain(id: string, at: number): void;
  /** Stops the alarm. Returns whether it was ringing. */
  silence(id: string): boolean;
  ring(id: string): void;
  localState(id: string): LocalState;
  setCourier(id: string, courier: LocalState['courier']): void;
  check(id: string, participant: number, checked: boolean): void;
  /** Ended orders not yet erased, oldest first; `at`: epoch ms. */
  endedBefore(at: number, limit: number, after?: EndedOrder | null): EndedOrder[];
  /** Replaces the body by one without personal data. Throws if it can't be written as JSON. */
  erase(id: string, raw: unknown): void;
  count(): number;
}

export interface EndedOrder {
  id: string;
  endedAt: number;
  place: number;
}

type Stored = {
  id: string;
  venueId: string;
  stage: string;
  open: number;
  noticedAt: number;
  readAt: number;
  initialPickupEta: string | null;
  alerting: number;
  endedAt: number | null;
  courier: string | null;
  checked: string;
};

/** In a damaged row the time may be any text. */
const Courier = v.nullable(
  v.object({
    state: v.picklist(['approaching', 'picked-up']),
    at: v.pipe(
      v.nullable(v.string()),
      v.transform((at) => asTime(at)),
    ),
  }),
);
const Checked = v.array(v.pipe(v.number(), v.integer()));

/** Without the body, which may be megabytes long. */
const COLUMNS = `id, venue_id AS venueId, stage, open, noticed_at AS noticedAt, read_at AS readAt,
  initial_pickup_eta AS initialPickupEta, alerting, ended_at AS endedAt, courier, checked`;

export function createOrderRows(
  db: Database.Database,
  touch: (orderId: string) => void,
  history: { record(row: OrderRow): void },
  kitchen: Pick<KitchenRows, 'began'>,
): OrderRows {
  const bodies = db.prepare<[string], string>(`SELECT raw FROM orders WHERE id = ?`).pluck();
  const byId = db.prepare<[string], Stored>(`SELECT ${COLUMNS} FROM orders WHERE id = ?`);
  const openRows = db.prepare<[], Stored>(`SELECT ${COLUMNS} FROM orders WHERE open = 1 ORDER BY noticed_at, rowid`);
  const openIds = db.prepare<[], string>(`SELECT id FROM orders WHERE open = 1 ORDER BY noticed_at, rowid`).pluck();
  const endedIds = db
    .prepare<[number, number], string>(`SELECT id FROM orders WHERE open = 0 AND ended_at >= ? ORDER BY ended_at DESC LIMIT ?`)
    .pluck();
  const ended = db.prepare<[number, number], Stored>(
    `SELECT ${COLUMNS} FROM orders WHERE open = 0 AND ended_at >= ? ORDER BY ended_at DESC LIMIT ?`,
  );
  const ringingEnded = db.prepare<[], Stored>(`SELECT ${COLUMNS} FROM orders WHERE alerting = 1 AND open = 0`);
  const upsert = db.prepare(`
    INSERT INTO orders (id, venue_id, number, stage, open, raw, noticed_at, read_at, initial_pickup_eta, alerting, ended_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET venue_id = excluded.venue_id, number = excluded.number, stage = excluded.stage, open = excluded.open, raw = excluded.raw,
      noticed_at = excluded.noticed_at, read_at = excluded.read_at, initial_pickup_eta = excluded.initial_pickup_eta, alerting = excluded.alerting, ended_at = excluded.ended_at,
      erased = 0`);
  const same = db.prepare<[string, string]>(`SELECT 1 FROM orders WHERE id = ? AND raw = ? AND erased = 0`).pluck();
  const readAgain = db.prepare(`UPDATE orders SET read_at = ? WHERE id = ?`);
  const silence = db.prepare(`UPDATE orders SET alerting = 0 WHERE id = ? AND alerting = 1`);
  const ring = db.prepare(`UPDATE orders SET alerting = 1 WHERE id = ?`);
  const localColumns = db.prepare<[string], { courier: string | null; checked: string }>(
    `SELECT courier, checked FROM orders WHERE id = ?`,
  );
  const courierIs = db.prepare(`UPDATE orders SET courier = ? WHERE id = ?`);
  const checkedAre = db.prepare(`UPDATE orders SET checked = ? WHERE id = ?`);
  const old = db.prepare<[number, number, number, number], EndedOrder>(
    `SELECT id, ended_at AS endedAt, rowid AS place FROM orders
     WHERE open = 0 AND erased = 0 AND ended_at < ? AND (ended_at, rowid) > (?, ?) ORDER BY ended_at, rowid LIMIT ?`,
  );
  const erase = db.prepare(`UPDATE orders SET raw = ?, erased = 1 WHERE id = ?`);
  const total = db.prepare<[], { count: number }>(`SELECT count(*) AS count FROM orders`);

  const parsed = createParsedOrders(db);
  const toRow = (stored: Stored): OrderRow => toRowWith(parsed, stored);

  function localState(id: string): LocalState {
    const stored = localColumns.get(id);
    return stored ? localStateOf(stored).value : { courier: null, checked: [] };
  }

  /** Repairs damaged values when the order is saved. */
  function mendLocalState(id: string): void {
    const stored = localColumns.get(id);
    if (!stored) return;
    const { value, isDamaged } = localStateOf(stored);
    if (!isDamaged) return;
    courierIs.run(JSON.stringify(value.courier), id);
    checkedAre.run(JSON.stringify(value.checked), id);
  }

  return {
    localState,
    ring(id) {
      if (ring.run(id).changes > 0) touch(id);
    },
    setCourier(id, courier) {
      if (courierIs.run(JSON.stringify(courier), id).changes > 0) touch(id);
    },
    check(id, participant, checked) {
      const others = localState(id).checked.filter((place) => place !== participant);
      checkedAre.run(JSON.stringify(checked ? [...others, participant].sort((a, b) => a - b) : others), id);
      touch(id);
    },
    get(id) {
      const stored = byId.get(id === NO_ID ? '' : id);
      return stored ? toRow(stored) : null;
    },
    whole(id, raw) {
      const stored = byId.get(id);
      return stored ? parsed.whole(stored, raw) : null;
    },
    raw(id) {
      const raw = bodies.get(id);
      return raw === undefined ? null : bodyOf(raw);
    },
    open: () => openRows.all().map(toRow),
    openIds: () => openIds.all(),
    ringingIds: () => ringingEnded.all().map(({ id }) => id),
    endedSince: (at, limit) => endedIds.all(at, limit),
    unsure: (at, limit) =>
      [...ended.all(at, limit), ...ringingEnded.all()]
        .filter((stored) => !isWhole(stored) || stored.readAt === NOT_READ)
        .map(({ id }) => id),
    save(row, raw, received, isReadOut = false) {
      const { order } = row;
      const text = received ?? JSON.stringify(raw);
      upsert.run(
        order.id,
        order.venueId,
        order.number,
        row.stage,
        row.open ? 1 : 0,
        text,
        row.noticedAt,
        row.readAt,
        row.initialPickupEta,
        row.alerting ? 1 : 0,
        row.endedAt,
      );
      mendLocalState(order.id);
      parsed.changed(order.id, isReadOut ? { raw: text, order } : undefined);
      history.record(row);
      if (isBeingPrepared(row.stage)) kitchen.began(order.id);
      touch(order.id);
    },
    isStored: (id, text) => same.get(id, text) !== undefined,
    readAgain(id, at) {
      if (readAgain.run(at, id).changes > 0) touch(id);
    },
    silence(id) {
      const rang = silence.run(id).changes > 0;
      if (rang) touch(id);
      return rang;
    },
    endedBefore: (at, limit, after) => old.all(at, after?.endedAt ?? Number.MIN_SAFE_INTEGER, after?.place ?? 0, limit),
    erase(id, raw) {
      erase.run(JSON.stringify(raw), id);
      parsed.changed(id);
      const stored = byId.get(id);
      if (stored) history.record(toRow(stored));
      touch(id);
    },
    count: () => total.get()?.count ?? 0,
  };
}

/** Replaces damaged values; the order then counts as not read. */
function toRowWith(parsed: ParsedOrders, stored: Stored): OrderRow {
  const order = parsed.of(stored);
  const stage = stageIn(stored);
  const { noticedAt, readAt, endedAt, initialPickupEta } = stored;
  const isOpen = stored.open !== 0;
  const known = [noticedAt, readAt, Date.parse(order.createdAt ?? '')].find((at) => isTime(at) && at !== NOT_READ) ?? NOT_READ;
  return {
    order,
    stage: stage ?? stageOf(order),
    open: isOpen,
    noticedAt: isTime(noticedAt) ? noticedAt : known,
    readAt: isWhole(stored) ? readAt : NOT_READ,
    initialPickupEta: asTime(initialPickupEta),
    alerting: stored.alerting !== 0,
    endedAt: endedAt === null || isTime(endedAt) ? endedAt : known,
  };
}

function isWhole(stored: Stored): boolean {
  const { id, noticedAt, readAt, endedAt, initialPickupEta } = stored;
  return (
    id !== '' &&
    stageIn(stored) !== undefined &&
    isTime(noticedAt) &&
    isTime(readAt) &&
    (endedAt === null || isTime(endedAt)) &&
    (initialPickupEta === null || asTime(initialPickupEta) !== null) &&
    !localStateOf(stored).isDamaged
  );
}

function stageIn({ stage }: Stored): Stage | undefined {
  return STAGES.find((one) => one === stage);
}

function localStateOf(stored: Pick<Stored, 'courier' | 'checked'>): { value: LocalState; isDamaged: boolean } {
  const courier = stored.courier === null ? { value: null, isDamaged: false } : readWhole(stored.courier, Courier, null);
  const checked = readWhole(stored.checked, Checked, []);
  return { value: { courier: courier.value, checked: checked.value }, isDamaged: courier.isDamaged || checked.isDamaged };
}
