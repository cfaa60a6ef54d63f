/** The page: bar and strips always, below them the current screen, above them dialogs. */
import { Component, Fragment, lazy, type ReactNode, Suspense, useEffect } from 'react';
import { I18nProvider } from 'react-aria-components';
import { FindStrip } from './board/find/find-strip.tsx';
import { AcceptedToast } from './board/several/accepted-toast.tsx';
import { Several } from './board/several/several.tsx';
import { Customer } from './displays/customer/customer.tsx';
import { Kitchen } from './displays/kitchen/kitchen.tsx';
import { useKeepAwake } from './displays/use-awake.ts';
import { DishSoldOut } from './menu/order/dish-sold-out.tsx';
import { HandOver } from './order/actions/hand-over.tsx';
import { RejectDialog } from './order/actions/reject-dialog.tsx';
import { OrderDetail } from './order/order-detail.tsx';
import { Palette } from './palette/palette.tsx';
import { DialogStrips, useIsDialogOpen } from './parts/layers.ts';
import { ScanAnswer } from './parts/scan-answer.tsx';
import { TapNotice } from './parts/tap-notice.tsx';
import { PauseDialog } from './sale/pause-dialog.tsx';
import { fetchMenuScreen, SCREENS } from './screens.tsx';
import { SelfTest } from './self-test/self-test.tsx';
import { PairPage } from './setup/pair-page.tsx';
import { Welcome } from './setup/welcome.tsx';
import { RushDialog } from './shift/rush.tsx';
import { SignIn } from './staff/sign-in.tsx';
import { isForStaff, setUiState, useApp, useKitchenApp, useLanguage, useUiState } from './state/ui-state.ts';
import { AwayPage } from './status/away-page.tsx';
import { Health } from './status/health.tsx';
import { LineBelowBar } from './status/line-below-bar.tsx';
import { ReconnectDialog } from './status/reconnect-strip.tsx';
import { StatusBar } from './status/status-bar.tsx';
import { ScreenStrips, UrgentStrips } from './status/strips.tsx';
import { SupportDialog } from './status/support-request.tsx';
import { TrainingBar } from './status/training-bar.tsx';
import { Stopped } from './stopped/stopped.tsx';
import { Unanswered } from './unanswered/unanswered.tsx';
import { locale, t } from './words.ts';
import './app.css';

/** Loads the menu screen this long after the board, ms, so that it's there in a rush. */
const FETCHES_MENU_AFTER_MS = 1_000;
const SetUp = lazy(async () => ({ default: (await import('./setup/set-up.tsx')).SetUp }));

export function App() {
  useLanguage();
  return (
    <Mending>
      <I18nProvider locale={locale()}>
        <DialogStrips value={<UrgentStrips />}>
          <Counter />
          <TapNotice />
        </DialogStrips>
      </I18nProvider>
    </Mending>
  );
}

function Counter() {
  const mode = useApp()?.mode;
  const linked = useUiState((counter) => counter.linked);
  const dialogOpen = useIsDialogOpen();
  const view = useUiState((counter) => counter.view);
  const screen = useUiState((counter) => counter.screen);
  const outside = useUiState((counter) => counter.outside);
  const away = useUiState((counter) => counter.away);
  const setUp = useUiState((counter) => counter.setUp);
  useKeepAwake();
  if (away !== null) return <AwayPage away={away} />;
  if (outside !== null) return <PairPage place={outside} />;
  if (view === 'customer') return <Customer />;
  const isStaff = isForStaff({ view });
  const inSetUp = setUp !== null && view === 'counter' && (mode === 'setup' || mode === 'live') ? setUp : null;
  return (
    <div className="app" data-linked={linked}>
      {/* Remounts for setup: heights kept for the previous page would move this one. */}
      <Fragment key={inSetUp ? 'set-up' : 'counter'}>
        {view === 'kitchen' || inSetUp ? null : <StatusBar />}
        <LineBelowBar />
        <Above>{mode === 'training' && view === 'counter' && <TrainingBar />}</Above>
        <Above>{!dialogOpen && <ScanAnswer />}</Above>
      </Fragment>
      {isStaff && screen === 'board' && !inSetUp && <FindStrip />}
      <Suspense fallback={<main className="app-empty" aria-busy="true" />}>
        {inSetUp ? <SetUp step={inSetUp} /> : <CurrentScreen />}
      </Suspense>
      {isStaff && <AcceptedToast />}
      {!dialogOpen && <ScreenStrips />}
      <Dialogs />
    </div>
  );
}

/** Content above the screen changes its height only while the screen isn't tapped. */
function Above({ children }: { children: ReactNode }) {
  return (
    <div className="above" data-keeps-place="">
      {children}
    </div>
  );
}

function CurrentScreen() {
  const mode = useApp()?.mode;
  const screen = useUiState((counter) => counter.screen);
  const view = useUiState((counter) => counter.view);
  const hasMenu = isForStaff({ view }) && mode !== undefined && mode !== 'setup';
  useEffect(() => {
    if (!hasMenu) return;
    // If this fails, the menu screen shows it when opened.
    const soon = setTimeout(() => void fetchMenuScreen().catch(() => undefined), FETCHES_MENU_AFTER_MS);
    return () => clearTimeout(soon);
  }, [hasMenu]);
  const linked = useUiState((counter) => counter.linked);
  const language = useLanguage();
  const isKnown = useKitchenApp() !== null;
  if (!isKnown) return <main className="app-empty">{linked ? t('board.waiting') : t('link.first')}</main>;
  if (mode === 'setup') return view === 'counter' ? <Welcome /> : <main className="app-empty">{t('board.waiting')}</main>;
  if (view === 'kitchen') return <Kitchen />;
  const { Draw, asksAgain } = SCREENS[screen];
  return <Draw key={asksAgain ? `${screen} ${language}` : screen} />;
}

function Dialogs() {
  const openOrder = useUiState((counter) => counter.openOrder);
  const openAbove = useUiState((counter) => counter.openAbove);
  const rejecting = useUiState((counter) => counter.rejecting);
  const healthOpen = useUiState((counter) => counter.healthOpen);
  return (
    <>
      {openOrder && <OrderDetail key={openOrder} orderId={openOrder} onClose={() => setUiState({ openOrder: null })} />}
      {openAbove && <OrderDetail key={`above-${openAbove}`} orderId={openAbove} onClose={() => setUiState({ openAbove: null })} />}
      {rejecting && <RejectDialog key={`reject-${rejecting}`} orderId={rejecting} />}
      {healthOpen && <Health />}
      <HandOver />
      <DishSoldOut />
      <ReconnectDialog />
      <SupportDialog />
      <RushDialog />
      <PauseDialog />
      <Several />
      <SelfTest />
      <Palette />
      <Unanswered />
      <Stopped />
      <SignIn />
    </>
  );
}

/** Shows a message if rendering fails; the sound is independent and continues. */
class Mending extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };
  static getDerivedStateFromError() {
    return { broken: true };
  }
  override render() {
    if (!this.state.broken) return this.props.children;
    return (
      <main className="app-empty" role="alert">
        <h1>{t('broken.title')}</h1>
        <p>{t('broken.text')}</p>
        <button type="button" className="button fill" onClick={() => window.location.reload()}>
          {t('broken.again')}
        </button>
      </main>
    );
  }
}
