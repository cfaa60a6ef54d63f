/** Whether the list doesn't fit beside the page: a phone, an upright tablet, or large text. */
import { useMedia } from '../parts/use-media.ts';

export const useNarrow = (): boolean => useMedia('(max-width: 860px)');
