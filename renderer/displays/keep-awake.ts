/** Keeps the screen of a display on, where its browser lets a page do that: at an https address, and on this computer. */

export interface OwnScreen {
  /** Null where the browser offers none. */
  lock: (() => Promise<{ release(): Promise<void> }>) | null;
  isVisible(): boolean;
  onVisibility(follow: () => void): () => void;
}

/** A lock ends whenever the page is hidden. `cannot`: nothing keeps the screen on but the device's own settings. */
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
      // Hidden meanwhile: the next look asks again.
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
