import { lazy, Suspense } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { setUiState, useUiState } from '../state/ui-state.ts';
import { t } from '../words.ts';
import { History } from './history.tsx';
import '../parts/tabs.css';
import './history-screen.css';

/** Loaded on first use, because of its charts. */
const Reports = lazy(async () => ({ default: (await import('./reports/reports.tsx')).Reports }));

export function HistoryScreen() {
  const tab = useUiState((counter) => counter.historyTab);
  return (
    <main className="history-screen">
      <h1 className="unseen">{t('nav.history')}</h1>
      <Tabs selectedKey={tab} onSelectionChange={(key) => setUiState({ historyTab: key === 'reports' ? 'reports' : 'orders' })}>
        <TabList className="tabs" aria-label={t('nav.history')}>
          <Tab className="tab" id="orders">
            {t('history.title')}
          </Tab>
          <Tab className="tab" id="reports">
            {t('reports.title')}
          </Tab>
        </TabList>
        <TabPanel className="tab-panel" id="orders">
          <History />
        </TabPanel>
        <TabPanel className="tab-panel" id="reports">
          <Suspense fallback={<div aria-busy="true" />}>
            <Reports />
          </Suspense>
        </TabPanel>
      </Tabs>
    </main>
  );
}
