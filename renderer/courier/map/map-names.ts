/** Order numbers at map marks, joined if they would overlap. Pure. */

export interface Named {
  name: string;
  /** In map units (projection.ts). */
  at: readonly [number, number];
}

export interface MapName {
  text: string;
  x: number;
  y: number;
  /** `end`: left of the mark, if there's no room on the right. */
  anchor: 'start' | 'end';
}

/** Text size (map.css), map units. */
const LETTER_HIGH = 3;
const LETTER_WIDE = 2;
const LABEL_OFFSET = 2.4;
const SINK = 1;

export function mapNames(all: readonly Named[], width: number): MapName[] {
  let groups = all.filter(({ name }) => name !== '').map(({ name, at }) => ({ names: [name], at }));
  // A joined text may overlap others, so this repeats.
  for (let pair = overlapping(groups, width); pair; pair = overlapping(groups, width)) {
    const [one, other] = pair;
    const joined = { names: [...one.names, ...other.names], at: one.at };
    groups = groups.flatMap((group) => (group === one ? [joined] : group === other ? [] : [group]));
  }
  return groups.map((group) => written(group, width));
}

interface Group {
  names: string[];
  at: readonly [number, number];
}

function written({ names, at: [x, y] }: Group, width: number): MapName {
  const text = names.join(', ');
  const isRight = x + LABEL_OFFSET + wide(text) <= width || x < width / 2;
  return { text, x: isRight ? x + LABEL_OFFSET : x - LABEL_OFFSET, y: y + SINK, anchor: isRight ? 'start' : 'end' };
}

function overlapping(groups: readonly Group[], width: number): [Group, Group] | null {
  for (const [place, one] of groups.entries()) {
    const a = boxOf(written(one, width));
    for (const other of groups.slice(place + 1)) {
      const b = boxOf(written(other, width));
      if (a.left < b.right && b.left < a.right && Math.abs(a.y - b.y) < LETTER_HIGH) return [one, other];
    }
  }
  return null;
}

function boxOf({ text, x, y, anchor }: MapName): { left: number; right: number; y: number } {
  return anchor === 'start' ? { left: x, right: x + wide(text), y } : { left: x - wide(text), right: x, y };
}

function wide(text: string): number {
  return text.length * LETTER_WIDE;
}
