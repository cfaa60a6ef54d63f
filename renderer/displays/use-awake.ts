/** The screen of this display, kept on as long as the page is one; and whether someone has to see to that. */
import { useEffect } from 'react';
import { create } from 'zustand';
import { useCounter } from '../state/counter.ts';
import { keepAwake, type OwnScreen } from './keep-awake.ts';

const KEPT = 'tillbridge-screen-read';

const useAwake = create<{ asksForSetting: boolean }>(() => ({ asksForSetting: false }));

/** Whether someone has to set this device's screen to stay on, and no one has read that here. */
export const useAsksForSetting = (): boolean => useAwake(({ asksForSetting }) => asksForSetting);

export function useKeepAwake(): void {
  const isDisplay = useCounter(({ view }) => view !== 'counter');
  useEffect(() => (isDisplay ? keepAwake(ownScreen(), () => useAwake.setState({ asksForSetting: !isRead() })) : undefined), [isDisplay]);
}

/** Once for this device. */
export function markRead(): void {
  useAwake.setState({ asksForSetting: false });
  try {
    localStorage.setItem(KEPT, 'yes');
  } catch {
    // A browser that keeps nothing says it again after it was switched off.
  }
}

function isRead(): boolean {
  try {
    return localStorage.getItem(KEPT) !== null;
  } catch {
    return false;
  }
}

function ownScreen(): OwnScreen {
  // Missing at a plain http address, whatever its type says.
  const offered = navigator.wakeLock as WakeLock | undefined;
  return {
    lock: offered ? () => offered.request('screen') : null,
    isVisible: () => document.visibilityState === 'visible',
    onVisibility(follow) {
      document.addEventListener('visibilitychange', follow);
      return () => document.removeEventListener('visibilitychange', follow);
    },
  };
}
