/** Whether a media query matches, for layouts that CSS alone can't do. */
import { useEffect, useState } from 'react';

/** Phones and 200 to 400 % zoom; the same query as in pinned-actions.css, tabbed-board.css, unanswered.css. */
export const SMALL_SCREEN = '(max-width: 40.5rem), (max-height: 30rem)';

export function useMedia(query: string): boolean {
  const [holds, setHolds] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const asked = matchMedia(query);
    const follow = () => setHolds(asked.matches);
    follow();
    asked.addEventListener('change', follow);
    return () => asked.removeEventListener('change', follow);
  }, [query]);
  return holds;
}
