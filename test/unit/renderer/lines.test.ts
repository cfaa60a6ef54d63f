/** The lines below the status bar and the bar's own text name each cause once. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, test } from 'vitest';
import { CAUSE, causeOf, noticeId } from '../../../contract/cause.ts';
import { onePerCause, RANK } from '../../../renderer/parts/lines.ts';
import { type Mood, type Sign, worstSign } from '../../../renderer/state/signs.ts';

const line = (cause: string, rank: number, text = '') => ({ cause, rank, text });
const shown = (lines: ReturnType<typeof line>[], putAway = {}, now = 0) => onePerCause(lines, putAway, now).map(({ text }) => text);

describe('the line below the bar', () => {
  it('shows one line per cause, the one with an action', () => {
    const notice = line(causeOf(noticeId(CAUSE.piledUp('a'), 'venue-event')), RANK.warning, 'Dismiss');
    expect(shown([line(CAUSE.piledUp('a'), RANK.suggestion, 'Pause'), notice])).toEqual(['Pause']);
    expect(shown([notice])).toEqual(['Dismiss']);
    expect(shown([line(CAUSE.piledUp('b'), RANK.suggestion, 'Pause'), notice])).toEqual(['Pause', 'Dismiss']);
  });

  it('shows the most urgent first, and equal ones in their order', () => {
    const lines = [
      line('x', RANK.info, 'info'),
      line('y', RANK.error, 'first'),
      line('z', RANK.error, 'second'),
      line(CAUSE.link, RANK.link, 'link'),
    ];
    expect(shown(lines)).toEqual(['link', 'first', 'second', 'info']);
  });

  it('keeps a dismissed cause hidden until its time is over, also in other lines', () => {
    const lines = [line('x', RANK.suggestion, 'Pause'), line('x', RANK.warning, 'Dismiss')];
    expect(shown(lines, { x: 100 }, 99)).toEqual([]);
    expect(shown(lines, { x: 100 }, 100)).toEqual(['Pause']);
  });
});

describe('the status dot with a line below', () => {
  const sign = (id: string, mood: Mood): Sign => ({ id, icon: 'service', name: id, mood, short: id, text: id });
  const signs = [sign('venue-a', 'bad'), sign('poller', 'good'), sign('till', 'bad')];

  it("names a trouble other than the line's, or none, and is never green while the line shows one", () => {
    expect(worstSign(signs, null)).toMatchObject({ id: 'venue-a', more: 1, isShownBelow: false });
    expect(worstSign(signs, 'venue-a')).toMatchObject({ id: 'till', mood: 'bad', more: 0, isShownBelow: false });
    expect(worstSign(signs.slice(0, 2), 'venue-a')).toMatchObject({ mood: 'quiet', isShownBelow: true });
    expect(worstSign(signs.slice(0, 1), 'venue-a')).toMatchObject({ id: 'venue-a', mood: 'quiet', isShownBelow: true });
  });

  it("has no text while the line reports that Tillbridge can't be reached", () => {
    expect(worstSign([sign('poller', 'quiet')], CAUSE.link)).toMatchObject({ mood: 'quiet', isShownBelow: true });
  });

  it('stays the same with a line about another cause', () => {
    expect(worstSign([sign('poller', 'good')], CAUSE.rush)).toMatchObject({ mood: 'good', isShownBelow: false });
  });
});

test('all lines below the status bar are in the list of status/use-lines.ts', () => {
  const renderer = fileURLToPath(new URL('../../../renderer/', import.meta.url));
  const files = (readdirSync(renderer, { recursive: true, encoding: 'utf8' }) as string[])
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.tsx') && !file.startsWith('gallery/'));
  const drawing = files.filter((file) =>
    /className="(strip strip-(lost|sound|work|mute)|notice)\b/.test(readFileSync(join(renderer, file), 'utf8')),
  );
  const listed = readFileSync(join(renderer, 'status/use-lines.ts'), 'utf8');
  const missing = drawing.filter((file) => !listed.includes(`${file.split('/').at(-1)}'`));
  // The line that answers a scan isn't listed: it disappears after some seconds.
  expect(missing).toEqual(['parts/scan-answer.tsx']);
});
