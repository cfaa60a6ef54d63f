/** The order type this display is limited to: chosen here, else by its address. */
import { kept } from './kept.ts';

export const KINDS = ['delivery', 'self-delivery', 'takeaway', 'other'] as const;

export type Kind = (typeof KINDS)[number];

const chosen = kept<Kind>('kitchen-kind', KINDS);

export const { use: useKind, read: readKind, choose: chooseKind, follow: onKind } = chosen;
