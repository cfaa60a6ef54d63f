/** Waits until a change is visible: staff react to what they see, and a busy page draws late. */

let unseen: (() => void)[] = [];

/** Calls `then` once the current change is drawn; at once on a hidden page. */
export function whenSeen(then: () => void): void {
  if (document.hidden) return then();
  unseen.push(then);
  if (unseen.length > 1) return;
  requestAnimationFrame(() => {
    const drawn = unseen;
    unseen = [];
    // The frame is drawn at the end of this task.
    setTimeout(() => {
      for (const one of drawn) one();
    });
  });
}
