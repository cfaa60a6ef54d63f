/** Keeps a display's screen on, if its browser allows: over https or on this computer. */

export interface OwnScreen {
  /** Null if unsupported. */
  lock: (() => Promise<{ release(): Promise<void> }>) | null;
  isVisible(): boolean;
  onVisibility(follow: () => void): () => void;
}

/** Renews the lock, which ends when the page is hidden. `cannot`: only the device's settings keep the screen on. */
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
      // Hidden meanwhile: renewed when visible.
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
