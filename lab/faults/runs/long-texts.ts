/** Everything that reads strangers' texts takes time linear in their length. */
import { isUsableId } from '../../../contract/order-id.ts';
import { csvOf } from '../../../main/history/csv.ts';
import { unreadGroup } from '../../../main/intake/reading/unread-group.ts';
import { parseOrder } from '../../../main/orders/reading/parse-order.ts';
import { asText, asTime, inShort } from '../../../main/orders/text/reading.ts';
import { rowsOf, shortText } from '../../../main/orders/text/short-order.ts';
import { isSeen, shown } from '../../../main/orders/text/shown-text.ts';
import { isPlain, paragraphs } from '../../../main/printing/layout/text/printable-text.ts';
import { bareAddress, hide, maskAddress, redact, secretsIn, secretsOfAddress, without } from '../../../main/redaction/redact.ts';
import { retryAfter } from '../../../main/service/retry-after.ts';
import { searchQuestion } from '../../../main/store/search/search-words.ts';
import { safeAnswer } from '../../../main/view/safe-for-screen.ts';
import { readJson } from '../../../shared/json/read-json.ts';

/** Three steps of fourfold length distinguish quadratic from linear growth. */
const LONGEST = 4_000_000;
/** The shortest length: a few ms if linear, a few hundred if quadratic. */
const FIRST = 15_625;
/** Limit of growth per fourfold length: linear is 4, quadratic 16. */
const LINEAR = 9;
/** Less isn't precise enough to compare, ms of CPU time; some systems count in steps of ten. */
const MEASURABLE_MS = 20;

hide('of the test', ['a-secret-of-many-signs', 'pi9x']);
const withoutSome = without(['hunter2hunter2', 'abcd']);

function group(text: string): unknown {
  const body = { items: [{ name: 'Soup', [text]: 1 }], group_participants: [{ name: 'Ann', [text]: 1 }, { name: 'Bo' }] };
  const parsed = parseOrder(body, 'v', 'o');
  if (!parsed.ok) throw new Error(parsed.why);
  if (JSON.stringify(unreadGroup(parsed.order, body)).length >= 3_000) throw new Error('the log takes the whole key');
  return true;
}

const LOOKS: Record<string, (text: string) => unknown> = {
  redact,
  without: withoutSome,
  maskAddress: (text) => maskAddress(`https://${text}`),
  secretsOfAddress: (text) => secretsOfAddress(`https://${text}`),
  bareAddress: (text) => bareAddress(`https://${text}`),
  secretsIn,
  shown,
  isSeen,
  asText,
  asTime: (text) => asTime(`2026-01-01 ${text}`),
  inShort: (text) => inShort({ [text]: text }),
  shortText: (text) => shortText(text, 'comment', '…'),
  rowsOf,
  csvOf: (text) => csvOf(['x'], [[text]]),
  safeAnswer: (text) => safeAnswer('order.detail', { text: text }),
  readJson,
  'readJson, a text in it': (text) => readJson(JSON.stringify([text])),
  isUsableId,
  'the keys of a group order': group,
  isPlain,
  paragraphs,
  retryAfter: (text) => retryAfter(text, 0),
  searchQuestion,
};

const UNITS = [
  ...['a', '%4', '%41', '&a=', '0a', 'secret', 'secret ', '.eyJ', 'https://a@', 'Bearer '],
  ...['../', '(\\', "'; ", '\n', '[', '{},', '1,', '. A', ', '],
  ...['字', 'a\u0301', '\u202e', '\u200d\ufe0f', '\ud800', '\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}'],
];

/** With a character before and after, so that nothing matches at the ends. */
const text = (unit: string, length: number): string => `x${unit.repeat(Math.floor(length / unit.length))}!`;

/** CPU time of the fastest of a few tries, to exclude other load. */
function spentMs(look: () => unknown, tries: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let at = 0; at < tries; at += 1) {
    const began = process.threadCpuUsage();
    look();
    const { user, system } = process.threadCpuUsage(began);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}

export function longTexts(): { looks: number; problems: string[] } {
  const problems = Object.entries(LOOKS).flatMap(([name, look]) =>
    UNITS.flatMap((unit) => steepness(look, unit).map((what) => `${name}: ${what}`)),
  );
  return { looks: Object.keys(LOOKS).length, problems };
}

function steepness(look: (text: string) => unknown, unit: string): string[] {
  const problems: string[] = [];
  let before = spentMs(() => look(text(unit, FIRST)), 1);
  for (let length = FIRST * 4; length <= LONGEST; length *= 4) {
    const long = text(unit, length);
    const spent = spentMs(() => look(long), 1);
    if (spent > LINEAR * Math.max(MEASURABLE_MS, before)) {
      const shorter = text(unit, length / 4);
      const least = spentMs(() => look(shorter), 5);
      const ratio = spentMs(() => look(long), 3) / Math.max(MEASURABLE_MS, least);
      if (ratio >= LINEAR)
        problems.push(`${length} characters of ${JSON.stringify(unit)} took ${Math.round(ratio)} times as long as a quarter`);
    }
    before = spent;
  }
  return problems;
}
