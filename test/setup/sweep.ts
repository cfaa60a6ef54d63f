/** Which of two runs this is: `npm test`, with a sample of what takes long, or `npm run test:sweep`, with all of it. */
import { inject } from 'vitest';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Given by vitest.config.ts and vitest.sweep.config.ts. */
    isSweep: boolean;
  }
}

/** True in `npm run test:sweep`. */
export const isSweep: boolean = inject('isSweep');
