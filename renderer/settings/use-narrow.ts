/** Whether the page list doesn't fit next to the page: phone, upright tablet, or large text. */
import { useMedia } from '../parts/use-media.ts';

export const useNarrow = (): boolean => useMedia('(max-width: 860px)');
