/** Whether a media query matches, for layouts that CSS alone can't do. */
import { useEffect, useState } from 'react';

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
