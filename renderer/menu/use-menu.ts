/** A venue's menu on this screen; freed a while after its last use. */
import { useEffect } from 'react';
import { create } from 'zustand';
import {
  itemsIn,
  type Language,
  type MenuOptionView,
  type MenuThings,
  type MenuView,
  menuOf,
  NO_THINGS,
  optionsIn,
  type Problem,
  sheetIn,
} from '../../contract/contract.ts';
import { entryOf } from '../state/entry-of.ts';
import { call } from '../state/link.ts';
import { useTopic, useUiState } from '../state/ui-state.ts';
import { spoken, t } from '../words.ts';
import { type Prepared, prepare } from './list/prepared.ts';
import { createTexts, type Texts } from './list/search.ts';

interface Kept {
  version: number;
  language: Language;
  edition: string | null;
  isWhole: boolean;
  things: MenuThings;
  texts: Texts;
  menu: MenuView;
  prepared: Prepared;
}

export const useMenus = create<{ kept: Record<string, Kept>; problem: Problem | null }>(() => ({ kept: {}, problem: null }));

/** Waits this long for further changes before reading again, ms. */
const AGAIN_AFTER_MS = 300;
/** Menus are freed this long after their last use, ms: a large one takes a tenth of the page's memory. */
const FORGOTTEN_AFTER_MS = 30_000;

export type ShownMenu = Pick<Kept, 'menu' | 'prepared' | 'texts' | 'isWhole'>;

export function useMenu(venueId: string): ShownMenu | null {
  const version = entryOf(useTopic('venues'), venueId)?.sale?.version ?? 0;
  const language = useUiState((counter) => counter.language);
  const linked = useUiState((counter) => counter.linked);
  const kept = useMenus((menus) => entryOf(menus.kept, venueId));
  useEffect(lookAtMenus, []);
  useEffect(() => {
    // After a restart, Tillbridge counts versions from the start again.
    if (!linked) return forgetVersions();
    const has = entryOf(useMenus.getState().kept, venueId);
    if (venueId === '' || (has?.version === version && has.language === language)) return;
    const asking = setTimeout(() => void read(venueId, version), has ? AGAIN_AFTER_MS : 0);
    return () => clearTimeout(asking);
  }, [venueId, version, language, linked]);
  return kept ?? null;
}

let looking = 0;
let forgetting: ReturnType<typeof setTimeout> | undefined;

/** Marks the menus as used. Returns the function that ends the use. */
function lookAtMenus(): () => void {
  looking += 1;
  clearTimeout(forgetting);
  return () => {
    looking -= 1;
    if (looking === 0) forgetting = setTimeout(() => useMenus.setState({ kept: {}, problem: null }), FORGOTTEN_AFTER_MS);
  };
}

const forgetVersions = (): void =>
  useMenus.setState(({ kept }) => ({ kept: Object.fromEntries(Object.entries(kept).map(([id, one]) => [id, { ...one, version: -1 }])) }));

/** By then the items are drawn, ms. */
const DRAWN_MS = 50;
const AT_ONCE = 1_000;

async function read(venueId: string, version: number): Promise<void> {
  const language = spoken();
  const before = entryOf(useMenus.getState().kept, venueId);
  const answer = await call('menu.get', { venueId, language, ...(before?.isWhole && before.edition ? { has: before.edition } : {}) });
  if (!answer.ok) return useMenus.setState({ problem: answer.problem });
  const { edition, text } = answer.value;
  const show = (things: MenuThings, isWhole: boolean, texts?: Texts): Kept => {
    const menu = menuOf(answer.value, things);
    const prepared = prepare(menu, { otherItems: t('menu.otherItems'), options: t('menu.options') });
    const kept = { version, language, edition, isWhole, things, texts: texts ?? createTexts(prepared), menu, prepared };
    useMenus.setState((menus) => ({ kept: { ...menus.kept, [venueId]: kept }, problem: null }));
    return kept;
  };
  if (before?.edition === edition && before.isWhole) return void show(before.things, true, before.texts);
  if (text === null) return void show(NO_THINGS, true);
  // Items appear before options, which are most of a large menu.
  const sheet = await sheetIn(text);
  const items = itemsIn(sheet);
  const shown = show({ ...items, options: [] }, sheet.options.name.length === 0);
  if (shown.isWhole) return;
  const options: MenuOptionView[] = [];
  await aMoment(DRAWN_MS);
  for (const option of optionsIn(sheet)) {
    if (options.push(option) % AT_ONCE === 0) await aMoment(0);
  }
  // Adds the options, unless the menu was freed or reloaded meanwhile.
  if (entryOf(useMenus.getState().kept, venueId) === shown) show({ ...items, options }, true);
}

const aMoment = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
