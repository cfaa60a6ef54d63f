/**
 * What lies above what: the dialogs that are open, and the popovers on each of them. A dialog that comes ends the popovers below it: they would
 * take no touch, and let it through. Dialogs below it stay, with what was typed into them.
 */
import { createContext, type ReactNode, useContext } from 'react';
import { create } from 'zustand';

interface Layers {
  /** The open modal dialogs, the topmost last. */
  dialogs: readonly string[];
  /** How many popovers are open. */
  popovers: number;
}

const useLayers = create<Layers>(() => ({ dialogs: [], popovers: 0 }));

/** The dialog that this is drawn in; null for the page. */
export const LayerContext = createContext<string | null>(null);

/** The strips that stand in each dialog too, given by the page. */
export const DialogStrips = createContext<ReactNode>(null);

/** How many dialogs are open; the strips move into the topmost one. */
export const openDialogs = (): number => useLayers.getState().dialogs.length;
export const useIsDialogOpen = (): boolean => useLayers(({ dialogs }) => dialogs.length > 0);
export const isPopoverOpen = (): boolean => useLayers.getState().popovers > 0;
export const onLayers = (hear: () => void): (() => void) => useLayers.subscribe(hear);

/** Whether a dialog lies above the one, or the page, that this is drawn in. */
export function useIsCovered(): boolean {
  const own = useContext(LayerContext);
  // A dialog that opens draws what is in it first.
  return useLayers(({ dialogs }) => (dialogs.at(-1) ?? null) !== own && (own === null || dialogs.includes(own)));
}

/** The function ends it. */
export function addDialog(id: string): () => void {
  useLayers.setState(({ dialogs }) => ({ dialogs: [...dialogs, id] }));
  return () => useLayers.setState(({ dialogs }) => ({ dialogs: dialogs.filter((one) => one !== id) }));
}

/** The function ends it. */
export function addPopover(): () => void {
  useLayers.setState(({ popovers }) => ({ popovers: popovers + 1 }));
  return () => useLayers.setState(({ popovers }) => ({ popovers: popovers - 1 }));
}
