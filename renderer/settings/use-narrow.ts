/** Whether the page list doesn't fit next to the page. */
import { useMedia } from '../parts/use-media.ts';

export const useNarrow = (): boolean => useMedia('(max-width: 860px)');
