/** Which of two runs this is: `npm test`, with a sample of what takes long, or `npm run test:sweep`, with all of it. */
import { inject } from 'vitest';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Given by each project in vitest.config.ts. */
    isSweep: boolean;
  }
}

/** True in `npm run test:sweep`. */
export const isSweep: boolean = inject('isSweep');
