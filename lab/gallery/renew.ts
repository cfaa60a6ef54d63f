/** Redraws stories and keeps the pictures as new references. */
import type { Browser } from 'playwright-core';
import { type Drawing, drawAll, groupOf, LOOKS, type Look, storiesAt } from './draw.ts';
import { drawnBy } from './drawn-by.ts';
import type { Picture } from './picture.ts';
import { forget, keep, keptGroups } from './references.ts';

/** `groups`: story files; all by default. Returns the count of kept pictures. */
export async function renew(browser: Browser, url: string, groups: readonly string[]): Promise<number> {
  const all = await storiesAt(url);
  const wanted = groups.length === 0 ? [...all.keys()] : groups;
  const unknown = wanted.filter((group) => !all.has(group));
  if (unknown.length > 0) throw new Error(`There are no stories of ${unknown.join(', ')}; there are ${[...all.keys()].join(', ')}.`);
  const by = await drawnBy(browser);
  for (const look of LOOKS) {
    for (const group of keptGroups(look)) if (!all.has(group)) forget(group, look);
    for (const group of wanted) await renewGroup({ browser, by, url, look }, all.get(group) ?? []);
  }
  return LOOKS.length * wanted.reduce((sum, group) => sum + (all.get(group)?.length ?? 0), 0);
}

interface With {
  browser: Browser;
  by: string;
  url: string;
  look: Look;
}

async function renewGroup({ browser, by, url, look }: With, stories: readonly string[]): Promise<void> {
  const drawn = new Map<string, Picture>();
  const drawings = stories.map((story): Drawing => ({ story, look }));
  await drawAll(browser, url, drawings, async ({ story }, picture) => void drawn.set(story, picture));
  // In the stories' order, whichever was drawn first.
  const inOrder = stories.flatMap((story) => {
    const picture = drawn.get(story);
    return picture ? [[story, picture] as const] : [];
  });
  keep(groupOf(stories[0] ?? ''), look, by, new Map(inOrder));
}
