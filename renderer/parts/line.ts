import type { ReactNode } from 'react';

/** A candidate for the line below the bar. */
export interface StatusLine {
  /** contract/cause.ts */
  cause: string;
  /** lines.ts */
  rank: number;
  drawn: ReactNode;
}
