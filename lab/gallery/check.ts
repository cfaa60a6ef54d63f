/** `npm run gallery -- --check`: draws every story and compares it with its kept picture. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { difference } from './compare.ts';
import { type Drawing, draw, drawAll, groupOf, LOOKS, openContext, storiesAt } from './draw.ts';
import { drawnBy } from './drawn-by.ts';
import { type Picture, writePicture } from './picture.ts';
import { type Kept, kept, keptGroups, pictureOf } from './references.ts';

const RESULTS = join('test-results', 'gallery');
/** Tries per story, as a busy computer may draw it half-way. */
const TRIES = 3;

/** Returns one line per problem. Both pictures of a difference are put into test-results/gallery. */
export async function check(browser: Browser, url: string): Promise<{ drawn: number; problems: string[] }> {
  const stories = await storiesAt(url);
  const references = new Map<string, Kept | null>();
  const referenceOf = ({ story, look }: Drawing) => {
    const key = `${groupOf(story)} ${look.language} ${look.theme}`;
    if (!references.has(key)) references.set(key, kept(groupOf(story), look));
    return references.get(key)?.stories.get(story) ?? null;
  };
  const drawings = LOOKS.flatMap((look) => [...stories.values()].flat().map((story): Drawing => ({ story, look })));
  const problems = LOOKS.flatMap((look) => keptGroups(look).filter((group) => !stories.has(group))).map(
    (group) => `${group} is kept and gone`,
  );
  await expectMistakeSeen(browser, url, drawings[0]);
  await drawAll(browser, url, drawings, async (drawing, first, again) => {
    const name = `${drawing.story}.${drawing.look.language}-${drawing.look.theme}`;
    const reference = referenceOf(drawing);
    if (!reference) return void problems.push(`${name} has no picture`);
    let picture = first;
    for (let tried = 1; difference(picture, reference) !== null && tried < TRIES; tried++) picture = await again();
    const what = difference(picture, reference);
    if (what === null) return;
    write(`${name}.now.png`, picture);
    write(`${name}.was.png`, pictureOf(reference));
    problems.push(`${name}: ${what}`);
  });
  const by = await drawnBy(browser);
  const others = new Set([...references.values()].map((group) => group?.by ?? by).filter((one) => one !== by));
  if (others.size > 0) console.log(`The kept pictures were drawn by ${[...others].join(', ')}, and this is ${by}: letters may differ.`);
  return { drawn: drawings.length, problems };

  /** Checks that the comparison notices a page shifted by 2 px. */
  async function expectMistakeSeen(browser: Browser, url: string, drawing: Drawing | undefined): Promise<void> {
    const reference = drawing && referenceOf(drawing);
    if (!drawing || !reference) return;
    const context = await openContext(browser);
    const moved = (page: Parameters<NonNullable<Parameters<typeof draw>[3]>>[0]) =>
      page.addStyleTag({ content: 'body { position: relative; left: 2px; }' });
    const picture = await draw(await context.newPage(), url, drawing, moved);
    await context.close();
    if (difference(picture, reference) === null) problems.push(`${drawing.story}: all of it 2 px to the side was not seen`);
  }
}

function write(name: string, picture: Picture): void {
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(join(RESULTS, name), writePicture(picture));
}
