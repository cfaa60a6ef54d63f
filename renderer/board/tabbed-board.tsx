/** The board on phones or at 200 % zoom: one column at a time, chosen by tabs. */
import { useEffect } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import type { Column } from '../../contract/contract.ts';
import { isForOne, type Layout } from '../layout/layout.ts';
import { type Places, present } from '../state/places.ts';
import { setUiState, useUiState } from '../state/ui-state.ts';
import { t } from '../words.ts';
import { NothingYet } from './nothing-yet.tsx';
import { OneOrder } from './one-order.tsx';
import { Ended, endedCount } from './rail/ended.tsx';
import { Zone } from './zone.tsx';
import './tabbed-board.css';

const SHOWN = ['new', 'preparing', 'ready', 'scheduled', 'ended'] as const satisfies readonly Column[];

const countOf = (name: Column, shown: number) => (name === 'ended' ? endedCount(shown) : shown);

export function TabbedBoard({ places, layout, showVenue }: { places: Places; layout: Layout; showVenue: boolean }) {
  const chosen = useUiState((counter) => counter.boardTab);
  // When staff return to it, the board shows new orders, the most urgent first.
  useEffect(() => () => setUiState({ boardTab: 'new', boardOrder: null }), []);
  return (
    <Tabs className="board-tabs" selectedKey={chosen} onSelectionChange={(key) => setUiState({ boardTab: key as Column })}>
      <TabList className="board-tab-list" aria-label={t('board.title')}>
        {SHOWN.map((name) => (
          <Tab key={name} id={name} className="board-tab">
            {t(`board.columns.${name}`)} <span className="column-count">{countOf(name, present(places[name]).length)}</span>
          </Tab>
        ))}
      </TabList>
      {SHOWN.map((name) => (
        <TabPanel key={name} id={name} className="board-tab-panel">
          {name === 'ended' ? (
            <Ended places={places.ended} as="list" />
          ) : places[name].length === 0 ? (
            <Empty name={name} />
          ) : name === 'new' && isForOne(layout) ? (
            <OneOrder places={places.new} showVenue={showVenue} />
          ) : (
            <Zone name={name} places={places[name]} columns={layout.columns[name]} showVenue={showVenue} />
          )}
        </TabPanel>
      ))}
    </Tabs>
  );
}

function Empty({ name }: { name: Exclude<Column, 'ended'> }) {
  if (name === 'new') return <NothingYet />;
  return (
    <p className="column-empty">
      <strong>{t(`board.empty.${name}.title`)}</strong>
      <span>{t(`board.empty.${name}.hint`)}</span>
    </p>
  );
}
