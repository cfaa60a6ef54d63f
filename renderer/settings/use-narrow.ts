/** Whether there is no room for a list beside the page: a telephone, a tablet held upright, or large letters. */
import { useMedia } from '../parts/use-media.ts';

export const useNarrow = (): boolean => useMedia('(max-width: 860px)');
