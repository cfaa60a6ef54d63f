import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import type { VenueView } from '../../contract/contract.ts';
import { ForManager } from '../access/access.tsx';
import { SelectField } from '../parts/form/field.tsx';
import { ProblemText } from '../parts/problem.tsx';
import { useServiceMinute } from '../state/clock.ts';
import { entryOf } from '../state/entry-of.ts';
import { setUiState, useIsCounter, useTopic, useUiState } from '../state/ui-state.ts';
import { t } from '../words.ts';
import { ItemSheet } from './item/item-sheet.tsx';
import { MenuRows } from './list/menu-rows.tsx';
import { changesOf, idOf, type Prepared, soldOutOf, type ThingRow } from './list/prepared.ts';
import { createSearch, practise } from './list/search.ts';
import { MenuAge } from './parts/menu-age.tsx';
import { MenuSearch } from './parts/menu-search.tsx';
import { ManyPrices } from './prices/many-prices.tsx';
import { type ShownMenu, useMenu, useMenus } from './use-menu.ts';
import '../parts/tabs.css';
import './menu-screen.css';

interface MenuScreenProps {
  /** Links of the venue, next to the tabs. */
  links: (venue: Pick<VenueView, 'id' | 'name'>) => ReactNode;
}

export function MenuScreen({ links }: MenuScreenProps) {
  const venues = Object.values(useTopic('venues'));
  const [chosen, setChosen] = useState<string | null>(null);
  const venueId = venues.find(({ id }) => id === chosen)?.id ?? venues[0]?.id ?? '';
  const kept = useMenu(venueId);
  const problem = useMenus((menus) => menus.problem);
  return (
    <main className="menu-screen">
      <h1 className="unseen">{t('nav.menu')}</h1>
      {venues.length > 1 && (
        <div className="menu-venue">
          <SelectField
            label={t('menu.venue')}
            value={venueId}
            options={venues.map(({ id, name }) => [id, name] as const)}
            onChoose={setChosen}
            quiet
          />
        </div>
      )}
      {problem && <ProblemText problem={problem} />}
      {kept ? <Menu key={venueId} links={links} {...kept} /> : <div aria-busy="true" />}
    </main>
  );
}

/** The search is prepared this long after the menu is drawn, ms. */
const AFTER_DRAWN_MS = 300;

function Menu({ menu, prepared, texts, isWhole, links }: ShownMenu & MenuScreenProps) {
  const now = useServiceMinute(null);
  const venues = useTopic('venues');
  const isCounter = useIsCounter();
  const nameOf = (id: string) => entryOf(venues, id)?.name ?? id;
  const [open, setOpen] = useState<string | null>(null);
  // Prepares the search in small steps before staff type.
  useEffect(() => {
    if (!isWhole) return;
    const practice = practise(prepared, texts);
    const makeSome = () => {
      if (texts.makeSome() || !practice.next().done) soon = setTimeout(makeSome);
    };
    let soon = setTimeout(makeSome, AFTER_DRAWN_MS);
    return () => clearTimeout(soon);
  }, [texts, prepared, isWhole]);
  const soldOut = useMemo(() => soldOutOf(prepared, now), [prepared, now]);
  const changes = useMemo(() => changesOf(prepared), [prepared]);
  /** The search text, kept when the tab changes. */
  const typed = useRef('');
  const [tab, setTab] = useState('all');
  const [led, setLed] = useState(0);
  const wanted = useUiState((counter) => counter.menuFind);
  // Another screen opened the menu with a search text.
  useEffect(() => {
    if (wanted === null) return;
    typed.current = wanted;
    setTab('all');
    setLed((count) => count + 1);
    setUiState({ menuFind: null });
  }, [wanted]);
  const show = (row: ThingRow) => setOpen(idOf(row));
  const shown = open === null ? undefined : prepared.rows.find((row): row is ThingRow => row.kind !== 'head' && idOf(row) === open);
  const tabs = [
    { id: 'all', name: t('menu.tabs.all') },
    { id: 'sold-out', name: t('menu.tabs.soldOut'), count: isWhole ? soldOut.length : 0 },
    { id: 'changes', name: t('menu.tabs.changes'), count: isWhole ? changes.length : 0 },
    ...(isCounter ? [{ id: 'prices', name: t('menu.tabs.prices') }] : []),
  ];
  return (
    <>
      <Tabs className="menu-tabs" selectedKey={tab} onSelectionChange={(key) => setTab(String(key))}>
        <div className="menu-top">
          <TabList className="tabs" aria-label={t('nav.menu')}>
            {tabs.map(({ id, name, count = 0 }) => (
              <Tab key={id} className="tab" id={id}>
                <span>
                  {name} {count > 0 && <b className="menu-count">{count}</b>}
                </span>
              </Tab>
            ))}
          </TabList>
          {isCounter && links({ id: menu.venueId, name: nameOf(menu.venueId) })}
          <MenuAge menu={menu} />
        </div>
        <TabPanel className="tab-panel menu-panel" id="all">
          <All key={led} menu={menu} prepared={prepared} texts={texts} typedBefore={typed} onOpen={show} />
        </TabPanel>
        <TabPanel className="tab-panel menu-panel" id="sold-out">
          <section className="menu-list-box" aria-label={t('menu.tabs.soldOut')}>
            <MenuRows menu={menu} rows={soldOut} label={t('menu.tabs.soldOut')} none={t('menu.noneSoldOut')} onOpen={show} />
          </section>
        </TabPanel>
        <TabPanel className="tab-panel menu-panel" id="changes">
          <section className="menu-list-box" aria-label={t('menu.tabs.changes')}>
            <MenuRows menu={menu} rows={changes} label={t('menu.tabs.changes')} none={t('menu.noChanges')} onOpen={show} />
          </section>
        </TabPanel>
        {isCounter && (
          <TabPanel className="tab-panel menu-panel" id="prices">
            <ForManager>
              <ManyPrices menu={menu} prepared={prepared} texts={texts} />
            </ForManager>
          </TabPanel>
        )}
      </Tabs>
      {shown && <ItemSheet key={open} row={shown} menu={menu} prepared={prepared} onClose={() => setOpen(null)} />}
    </>
  );
}

interface AllProps extends Omit<ShownMenu, 'isWhole'> {
  typedBefore: RefObject<string>;
  onOpen: (row: ThingRow) => void;
}

/** Separate from the tabs, so that typing renders nothing else. */
function All({ menu, prepared, texts, typedBefore, onOpen }: AllProps) {
  const [typed, setTyped] = useState(typedBefore.current);
  typedBefore.current = typed;
  const search = useMemo(() => createSearch(prepared, texts), [prepared, texts]);
  const rows = useMemo(() => search(typed), [search, typed]);
  const found = useMemo(() => rows.reduce((count, { kind }) => (kind === 'head' ? count : count + 1), 0), [rows]);
  const [goTo, setGoTo] = useState<{ at: number; goes: number } | null>(null);
  const isSearch = typed.trim() !== '';
  return (
    <>
      <MenuSearch typed={typed} onType={setTyped} found={isSearch ? found : null} />
      <div className="menu-body">
        {!isSearch && prepared.heads.length > 1 && (
          <Categories heads={prepared.heads} onGo={(at) => setGoTo({ at, goes: (goTo?.goes ?? 0) + 1 })} />
        )}
        <section className="menu-list-box" aria-label={t('menu.tabs.all')}>
          <MenuRows
            menu={menu}
            rows={rows}
            label={t('menu.tabs.all')}
            none={menu.readAt === null ? t('menu.notRead') : t('menu.none')}
            onOpen={onOpen}
            goTo={goTo}
          />
        </section>
      </div>
    </>
  );
}

function Categories({ heads, onGo }: { heads: Prepared['heads']; onGo: (at: number) => void }) {
  return (
    <nav className="menu-categories" aria-label={t('menu.categories')}>
      {heads.map(({ name, at }) => (
        <button key={at} type="button" className="menu-category" onClick={() => onGo(at)}>
          {name}
        </button>
      ))}
    </nav>
  );
}
