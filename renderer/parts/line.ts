import type { ReactNode } from 'react';

/** A line that may be shown below the status bar; only the most urgent one is. */
export interface StatusLine {
  /** See contract/cause.ts. */
  cause: string;
  /** Urgency, see RANK in lines.ts. */
  rank: number;
  drawn: ReactNode;
}
