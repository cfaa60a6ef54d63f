import { type ReactNode, useCallback, useEffect, useState } from 'react';
import type { CallOutput, Problem } from '../../contract/contract.ts';
import { ForManager } from '../access/access.tsx';
import { ProblemText } from '../parts/problem.tsx';
import { call } from '../state/link.ts';
import { type SettingsArea, useApp, useIsManager, useUiState } from '../state/ui-state.ts';
import { t } from '../words.ts';
import { LookPage, PAGES } from './pages.tsx';
import { ScrollToPart } from './scroll-to-part.tsx';
import { AreaSelect, SideList } from './side-list.tsx';
import { KeptToast } from './undo-toast.tsx';
import { useNarrow } from './use-narrow.ts';
import '../parts/rows.css';
import './settings.css';

/** Pages with secrets; they keep no input when another page is opened. */
const FORGETS: readonly SettingsArea[] = ['couriers', 'venues', 'webhook', 'access', 'staff'];

/** Opened pages stay mounted, with unsaved input. */
export function Settings() {
  const area = useUiState(({ settingsArea }) => settingsArea);
  const isNarrow = useNarrow();
  const [opened, setOpened] = useState([area]);
  if (!opened.includes(area)) setOpened([...opened.filter((one) => !FORGETS.includes(one)), area]);
  return (
    <main className="settings" data-narrow={isNarrow || undefined}>
      <h1 className="unseen">{t('settings.title')}</h1>
      {isNarrow ? <AreaSelect /> : <SideList />}
      {opened
        .filter((one) => one === area || !FORGETS.includes(one))
        .map((one) => (
          <Page key={one} area={one} isShown={one === area} />
        ))}
      <KeptToast />
    </main>
  );
}

function Page({ area, isShown }: { area: SettingsArea; isShown: boolean }) {
  return (
    <div className="settings-page" hidden={!isShown}>
      <h2 className="settings-title">{t(`settings.areas.${area}`)}</h2>
      <Content area={area} isShown={isShown} />
    </div>
  );
}

function Content({ area, isShown }: { area: SettingsArea; isShown: boolean }) {
  if (area === 'look') return <LookPage />;
  const Shown = PAGES[area];
  return (
    <ForManager keeps={!FORGETS.includes(area)}>
      <WithSettings area={area} isShown={isShown} show={(held, read) => <Shown held={held} onSaved={read} />} />
    </ForManager>
  );
}

type Held = CallOutput<'settings.get'>;

interface WithSettingsProps {
  area: SettingsArea;
  isShown: boolean;
  show: (held: Held, read: () => Promise<void>) => ReactNode;
}

function WithSettings({ area, isShown, show }: WithSettingsProps) {
  const [held, setHeld] = useState<Held | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const read = useCallback(async () => {
    const answer = await call('settings.get', {});
    if (answer.ok) setHeld(answer.value);
    setProblem(answer.ok ? null : answer.problem);
  }, []);
  const isManager = useIsManager();
  const managed = useApp()?.managed?.version;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version of what is managed from afar has other values
  useEffect(() => {
    if (isShown && isManager) void read();
  }, [isShown, isManager, read, managed]);
  return (
    <>
      {problem && (
        <>
          <ProblemText problem={problem} />
          <button type="button" className="button" onClick={() => void read()}>
            {t('settings.tryAgain')}
          </button>
        </>
      )}
      {!held && !problem && <p>{t('settings.loading')}</p>}
      {held && show(held, read)}
      {held && <ScrollToPart area={area} />}
    </>
  );
}
