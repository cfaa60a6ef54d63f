/** Every story of the page of all components looks as it did when somebody looked at it last. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildGallery, serveGallery } from '../../gallery/build.ts';
import { difference } from '../../gallery/compare.ts';
import { type Change, type Drawing, draw, drawAll, groupOf, LOOKS, type Look, openContext, storiesAt } from '../../gallery/draw.ts';
import { drawnBy } from '../../gallery/drawn-by.ts';
import { type Picture, writePicture } from '../../gallery/picture.ts';
import { type Kept, kept, keptGroups, pictureOf } from '../../gallery/references.ts';
import { isSweep } from '../../setup/sweep.ts';
import { startBrowser } from '../venue/screen.ts';

const RENEW = 'npm run gallery -- --renew';
const LOOKED_AT = 'test-results/gallery';
/** `npm test` draws one of so many, each in another look. */
const SAMPLE = 8;

let outDir: string;
let server: Awaited<ReturnType<typeof serveGallery>>;
let browser: Browser;
let stories: Map<string, string[]>;
/** What draws here. */
let here: string;
beforeAll(async () => {
  outDir = mkdtempSync(join(tmpdir(), 'tillbridge-gallery-'));
  await buildGallery(outDir);
  server = await serveGallery(outDir, 0);
  stories = await storiesAt(server.url);
  browser = await startBrowser();
  here = await drawnBy(browser);
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
  rmSync(outDir, { recursive: true, force: true });
});

const references = new Map<string, Kept | null>();
function referenceOf({ story, look }: Drawing) {
  const key = `${groupOf(story)} ${look.language} ${look.theme}`;
  if (!references.has(key)) references.set(key, kept(groupOf(story), look));
  const group = references.get(key);
  return { by: group?.by ?? '', picture: group?.stories.get(story) ?? null };
}

/** How often a story is drawn that is not yet as it was: a computer that is busy may have shown it half-way. */
const TRIES = 3;

/** What is different, a line each. */
async function differences(drawings: readonly Drawing[]): Promise<string[]> {
  const found: string[] = [];
  await drawAll(browser, server.url, drawings, async (drawing, first, again) => {
    const { picture: reference } = referenceOf(drawing);
    if (!reference) return;
    let picture = first;
    for (let tried = 1; difference(picture, reference) !== null && tried < TRIES; tried++) picture = await again();
    const what = difference(picture, reference);
    if (what === null) return;
    const name = nameOf(drawing);
    write(`${name}.now.png`, picture);
    write(`${name}.was.png`, pictureOf(reference));
    found.push(`${name}: ${what}`);
  });
  return found;
}

const nameOf = ({ story, look }: Drawing): string => `${story}.${look.language}-${look.theme}`;

function write(name: string, picture: Picture): void {
  mkdirSync(LOOKED_AT, { recursive: true });
  writeFileSync(join(LOOKED_AT, name), writePicture(picture));
}

/**
 * Nothing is different. Where another browser draws, or with other letters, every word may be and nobody's change is to blame: then it is
 * left out, with the reason.
 */
function expectNone(found: readonly string[], drawings: readonly Drawing[], skip: (why: string) => void): void {
  const others = new Set(drawings.map((drawing) => referenceOf(drawing).by).filter((by) => by !== here));
  const both = `Both pictures of each are in ${LOOKED_AT}.`;
  if (found.length > 0 && others.size > 0)
    skip(
      `${found.length} of ${drawings.length} pictures are different: they were drawn by ${[...others].join(', ')}, and this is ${here}. ${both}`,
    );
  expect(found, `${both} Where all of it is meant, draw them anew: ${RENEW} FILE-OF-STORIES`).toEqual([]);
}

const everyDrawing = (): Drawing[] => LOOKS.flatMap((look) => [...stories.values()].flat().map((story) => ({ story, look })));

function sample(): Drawing[] {
  const all = [...stories.values()].flat().filter((_, place) => place % SAMPLE === 0);
  return all.flatMap((story, place) => LOOKS.filter((_, at) => at === place % LOOKS.length).map((look) => ({ story, look })));
}

test('every story has its pictures, and every picture its story', () => {
  const without = everyDrawing().filter((drawing) => referenceOf(drawing).picture === null);
  expect(without.map(nameOf), `Draw them: ${RENEW} FILE-OF-STORIES`).toEqual([]);
  const gone = LOOKS.flatMap((look) =>
    keptGroups(look).flatMap((group) =>
      [...(kept(group, look)?.stories.keys() ?? [])].filter((story) => !stories.get(group)?.includes(story)),
    ),
  );
  expect(gone, `Forget them: ${RENEW}`).toEqual([]);
});

if (isSweep)
  test.for(LOOKS)('every story looks as it did: $language, $theme', { timeout: 1_200_000 }, async (look, { skip }) => {
    const drawings = everyDrawing().filter((drawing) => drawing.look === look);
    expectNone(await differences(drawings), drawings, skip);
  });
else
  test('a sample of the stories looks as it did', async ({ skip }) => {
    const drawings = sample();
    expectNone(await differences(drawings), drawings, skip);
  });

describe('a mistake is seen', () => {
  const style = (content: string): Change => {
    return (page) => page.addStyleTag({ content });
  };
  const CHANGES: [what: string, story: string, change: Change][] = [
    ['a card 2 px to the side', 'order--cards', style('figure:nth-child(7) .card { position: relative; left: 2px; }')],
    ['a mark of 12 px, 2 px lower', 'fields--chosen', style('.switch input::after { margin-block-start: 2px; }')],
    ['a word 2 px to the side', 'status--bar', style('.bar-health .bar-word { position: relative; left: 2px; }')],
    ['a hairline 2 px lower', 'parts--messages', style('tbody td { padding-block-start: calc(var(--s8) + 2px) !important; }')],
    ['another colour of what is to be done', 'order--buttons', style(':root { --accent-4: oklch(0.51 0.205 268) !important; }')],
    [
      'another colour of hairlines',
      'ground--colours',
      style(':root { --hair: light-dark(oklch(0.86 0.01 255), oklch(0.36 0.016 260)) !important; }'),
    ],
  ];
  test.each(CHANGES)('%s', async (_, story, change) => {
    const context = await openContext(browser);
    const page = await context.newPage();
    for (const drawing of looksOf(story)) {
      const picture = await draw(page, server.url, drawing, change);
      expect(difference(picture, referenceTo(drawing)), nameOf(drawing)).not.toBe(null);
    }
    await context.close();
  });

  test('and letters that lie less than a pixel elsewhere are none', async ({ skip }) => {
    const { by } = referenceOf({ story: 'status--bar', look: LOOKS[0] as Look });
    if (by !== here) skip(`It was drawn by ${by}, and this is ${here}.`);
    const context = await openContext(browser);
    const page = await context.newPage();
    for (const drawing of looksOf('status--bar')) {
      const shaded = await draw(page, server.url, drawing, style('.bar-word { position: relative; left: 0.4px; top: 0.4px; }'));
      expect(difference(shaded, referenceTo(drawing)), nameOf(drawing)).toBe(null);
    }
    await context.close();
  });

  /** In `npm test` in one look, another one for each story. */
  function looksOf(story: string): Drawing[] {
    return LOOKS.filter((_, at) => isSweep || at === story.length % LOOKS.length).map((look) => ({ story, look }));
  }

  function referenceTo(drawing: Drawing) {
    const { picture } = referenceOf(drawing);
    if (!picture) throw new Error(`There is no picture of ${nameOf(drawing)}.`);
    return picture;
  }
});
