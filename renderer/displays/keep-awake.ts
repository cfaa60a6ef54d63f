/** Keeps a display's screen on, if its browser allows: over https or on this computer. */

export interface OwnScreen {
  lock: (() => Promise<{ release(): Promise<void> }>) | null;
  isVisible(): boolean;
  onVisibility(follow: () => void): () => void;
}

/** Keeps the screen on, and asks again when a hidden page is visible. `cannot`: called if only the device's settings can keep it on. */
export function keepAwake({ lock, isVisible, onVisibility }: OwnScreen, cannot: () => void): () => void {
  if (!lock) {
    cannot();
    return () => undefined;
  }
  let release: (() => Promise<void>) | null = null;
  let isOver = false;
  const hold = async (): Promise<void> => {
    if (!isVisible()) return;
    try {
      const held = await lock();
      release = () => held.release();
      if (isOver) await release();
    } catch {
      // A hidden page is refused too; it asks again when visible.
      if (isVisible() && !isOver) cannot();
    }
  };
  void hold();
  const leave = onVisibility(() => void hold());
  return () => {
    isOver = true;
    leave();
    void release?.();
  };
}
