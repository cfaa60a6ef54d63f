/** What was: one order found again, or a whole day in figures. */
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { setCounter, useCounter } from '../state/counter.ts';
import { words } from '../words.ts';
import { Day } from './day.tsx';
import { History } from './history.tsx';
import './history-screen.css';

export function HistoryScreen() {
  const tab = useCounter((counter) => counter.historyTab);
  return (
    <main className="history-screen">
      <h1 className="unseen">{words.nav.history}</h1>
      <Tabs selectedKey={tab} onSelectionChange={(key) => setCounter({ historyTab: key === 'day' ? 'day' : 'orders' })}>
        <TabList className="tabs" aria-label={words.nav.history}>
          <Tab className="tab" id="orders">
            {words.history.title}
          </Tab>
          <Tab className="tab" id="day">
            {words.day.title}
          </Tab>
        </TabList>
        <TabPanel className="tab-panel" id="orders">
          <History />
        </TabPanel>
        <TabPanel className="tab-panel" id="day">
          <Day />
        </TabPanel>
      </Tabs>
    </main>
  );
}
