/** When a change is on the glass: a hand answers what it sees, and a busy page draws late. */

let unseen: (() => void)[] = [];

/** Calls `then` once the picture that shows what has just changed is drawn; at once where no page is in sight. */
export function whenSeen(then: () => void): void {
  if (document.hidden) return then();
  unseen.push(then);
  if (unseen.length > 1) return;
  requestAnimationFrame(() => {
    const drawn = unseen;
    unseen = [];
    // The picture is drawn at the end of this task.
    setTimeout(() => {
      for (const one of drawn) one();
    });
  });
}
