/** Since when everything that can be touched stands at its place. Pure: whoever looks at the page tells what was seen, and when. */

/** Nothing takes a touch this long after it appeared or moved to where it stands, ms. */
export const QUIET_MS = 500;

/** CSS pixels of the window. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/**
 * `order`: the number of the order it belongs to. `surface`: it carries buttons and does nothing much by itself. `quietMs`: more than the
 * usual. `turned`: where it is a switch, how it is switched now. `covers`: what lies below it and cannot be seen; null where that is its
 * whole box. `covered`: an open menu or dialog takes all touches in its place, and it is still in sight.
 */
export interface Seen {
  box: Box;
  covers: Box | null;
  covered: boolean;
  order: string | null;
  surface: boolean;
  quietMs: number;
  turned: string | null;
}

interface Track extends Seen {
  since: number;
  /** When it was switched over, by whomever: the second of a double touch does not take back what the first did. */
  turnedAt: number;
  /** Where it stood from when on, oldest first; what is past the quiet time is left out but for one. */
  boxes: { at: number; box: Box }[];
}

/** What stood there until a moment ago. */
interface Left<K> extends Pick<Seen, 'box' | 'order' | 'surface'> {
  key: K;
  at: number;
}

export interface Standing<K> {
  /** One look at the page; what is not in `seen` is gone. */
  look(at: number, seen: ReadonlyMap<K, Seen>): void;
  /** Somebody moved these by their own hand: they stand as they stood. */
  carried(keys: Iterable<K>, x: number, y: number): void;
  /**
   * Whether a touch at this place now means `key`, the innermost thing that can be touched there (null: nothing can). If not, the order
   * that has just come there, that was just switched over, or that has just left; null where it was no order's. `uncovered`: what left
   * lay above it, and it has been there all the time.
   * `after`: its own order, where a button of it stood until a moment ago, which the touch may have been for.
   */
  meant(
    key: K | null,
    x: number,
    y: number,
    now: number,
  ): { yes: true; after: string | null } | { yes: false; why: 'came' | 'uncovered' | 'left' | 'turned'; order: string | null };
  /** How long it has been on the page, ms: keys and screen readers go by what, not by where. Null for what was never seen. */
  age(key: K, now: number): number | null;
  /** Whether it was switched over so lately that nobody can mean to switch it back. */
  hasTurned(key: K, now: number): boolean;
  /** How long it has stood exactly where it stands, ms; null for what was never seen. */
  restingFor(key: K, now: number): number | null;
}

export function createStanding<K>(): Standing<K> {
  let tracks = new Map<K, Track>();
  let left: Left<K>[] = [];
  /** Whether a touch can reach it. */
  const isOpen = (one: Seen | undefined): one is Seen => one !== undefined && !one.covered;
  const openTrack = (key: K): Track | undefined => {
    const track = tracks.get(key);
    return isOpen(track) ? track : undefined;
  };

  function look(at: number, seen: ReadonlyMap<K, Seen>): void {
    const next = new Map<K, Track>();
    for (const [key, now] of seen) next.set(key, follow(tracks.get(key), now, at));
    for (const [key, track] of tracks) {
      const { box, covers, order, surface } = track;
      if (isOpen(track) && !isOpen(seen.get(key))) left.push({ key, box: covers ?? box, order, surface, at });
    }
    left = left.filter((one) => at - one.at < QUIET_MS && !isOpen(seen.get(one.key)));
    tracks = next;
  }

  return {
    look,
    carried(keys, x, y) {
      for (const key of keys) {
        const track = tracks.get(key);
        if (!track) continue;
        track.box = moved(track.box, x, y);
        track.boxes = track.boxes.map(({ at, box }) => ({ at, box: moved(box, x, y) }));
      }
    },
    meant(key, x, y, now) {
      const track = key === null ? undefined : openTrack(key);
      if (track && !stoodThere(track, x, y, now)) return { yes: false, why: 'came', order: track.order };
      if (track && isTurning(track, now)) return { yes: false, why: 'turned', order: track.order };
      const here = left.filter((one) => now - one.at < QUIET_MS && holds(one.box, x, y));
      const gone = here.find((one) => !isSame(one, track));
      if (!gone) return { yes: true, after: here[0]?.order ?? null };
      return { yes: false, why: track ? 'uncovered' : 'left', order: gone.order };
    },
    age(key, now) {
      const track = openTrack(key);
      return track ? now - track.since : null;
    },
    hasTurned(key, now) {
      const track = tracks.get(key);
      return track !== undefined && isTurning(track, now);
    },
    restingFor(key, now) {
      const at = tracks.get(key)?.boxes.at(-1)?.at;
      return at === undefined ? null : now - at;
    },
  };
}

/** The card of the same order, where its button was: it takes nothing that was not meant for it. */
function isSame(gone: Pick<Seen, 'order'>, track: Track | undefined): boolean {
  return track?.surface === true && track.order !== null && track.order === gone.order;
}

function follow(before: Track | undefined, now: Seen, at: number): Track {
  if (!before) return { ...now, since: at, turnedAt: Number.NEGATIVE_INFINITY, boxes: [{ at, box: now.box }] };
  const { since } = before;
  const turnedAt = before.turned === now.turned ? before.turnedAt : at;
  if (isAt(before.box, now.box)) return { ...now, since, turnedAt, boxes: before.boxes };
  const old = before.boxes.findLastIndex((one) => at - one.at >= now.quietMs);
  return { ...now, since, turnedAt, boxes: [...before.boxes.slice(Math.max(0, old)), { at, box: now.box }] };
}

function isTurning({ turnedAt, quietMs }: Track, now: number): boolean {
  return now - turnedAt < quietMs;
}

function stoodThere({ since, boxes, quietMs }: Track, x: number, y: number, now: number): boolean {
  if (now - since < quietMs) return false;
  return boxes.every(({ box }, place) => {
    const until = boxes[place + 1]?.at ?? Number.POSITIVE_INFINITY;
    return until <= now - quietMs || holds(box, x, y);
  });
}

/** A finger is wider than a point, and a pressed button shrinks a little. */
const SLACK_PX = 4;

function holds({ left, top, right, bottom }: Box, x: number, y: number): boolean {
  return x >= left - SLACK_PX && x <= right + SLACK_PX && y >= top - SLACK_PX && y <= bottom + SLACK_PX;
}

function isAt(a: Box, b: Box): boolean {
  const near = (one: number, other: number) => Math.abs(one - other) < 0.5;
  return near(a.left, b.left) && near(a.top, b.top) && near(a.right, b.right) && near(a.bottom, b.bottom);
}

function moved({ left, top, right, bottom }: Box, x: number, y: number): Box {
  return { left: left + x, top: top + y, right: right + x, bottom: bottom + y };
}
