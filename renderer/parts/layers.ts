/**
 * The stack of open dialogs and popovers. A new dialog closes popovers below it, which would let taps through; dialogs below keep their
 * input.
 */
import { createContext, type ReactNode, useContext } from 'react';
import { create } from 'zustand';

interface Layers {
  /** Topmost last. */
  dialogs: readonly string[];
  popovers: number;
}

const useLayers = create<Layers>(() => ({ dialogs: [], popovers: 0 }));

/** The dialog around a component; null for the page. */
export const LayerContext = createContext<string | null>(null);

/** Strips of the page, also shown in dialogs. */
export const DialogStrips = createContext<ReactNode>(null);

export const openDialogs = (): number => useLayers.getState().dialogs.length;
export const useIsDialogOpen = (): boolean => useLayers(({ dialogs }) => dialogs.length > 0);
export const isPopoverOpen = (): boolean => useLayers.getState().popovers > 0;
export const onLayers = (hear: () => void): (() => void) => useLayers.subscribe(hear);

/** Whether a dialog covers this one, or the page. */
export function useIsCovered(): boolean {
  const own = useContext(LayerContext);
  // A dialog's content renders before the dialog is registered.
  return useLayers(({ dialogs }) => (dialogs.at(-1) ?? null) !== own && (own === null || dialogs.includes(own)));
}

export function addDialog(id: string): () => void {
  useLayers.setState(({ dialogs }) => ({ dialogs: [...dialogs, id] }));
  return () => useLayers.setState(({ dialogs }) => ({ dialogs: dialogs.filter((one) => one !== id) }));
}

export function addPopover(): () => void {
  useLayers.setState(({ popovers }) => ({ popovers: popovers + 1 }));
  return () => useLayers.setState(({ popovers }) => ({ popovers: popovers - 1 }));
}
