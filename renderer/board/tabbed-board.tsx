/** The board on phones or at 200 % zoom: one column at a time, chosen by tabs. */
import { useEffect } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import type { Column } from '../../contract/contract.ts';
import { isForOne, type Layout } from '../layout/layout.ts';
import { type Places, present } from '../state/places.ts';
import { setUiState } from '../state/ui-state.ts';
import { useBoardTab, useZones } from '../state/use-places.ts';
import { t } from '../words.ts';
import { EmptyColumn } from './nothing-yet.tsx';
import { OneOrder } from './one-order.tsx';
import { Ended, endedCount } from './rail/ended.tsx';
import { Zone } from './zone.tsx';
import './tabbed-board.css';

const countOf = (name: Column, shown: number) => (name === 'ended' ? endedCount(shown) : shown);

export function TabbedBoard({ places, layout, showVenue }: { places: Places; layout: Layout; showVenue: boolean }) {
  const chosen = useBoardTab();
  const shown = [...useZones(), 'ended'] as const;
  // When staff return to it, the board shows new orders, the most urgent first.
  useEffect(() => () => setUiState({ boardTab: 'new', boardOrder: null }), []);
  return (
    <Tabs className="board-tabs" selectedKey={chosen} onSelectionChange={(key) => setUiState({ boardTab: key as Column })}>
      <TabList className="board-tab-list" aria-label={t('board.title')}>
        {shown.map((name) => (
          <Tab key={name} id={name} className="board-tab">
            {t(`board.columns.${name}`)} <span className="column-count">{countOf(name, present(places[name]).length)}</span>
          </Tab>
        ))}
      </TabList>
      {shown.map((name) => (
        <TabPanel key={name} id={name} className="board-tab-panel">
          {name === 'ended' ? (
            <Ended places={places.ended} as="list" />
          ) : places[name].length === 0 ? (
            <EmptyColumn name={name} />
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
