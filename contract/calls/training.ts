import * as v from 'valibot';
import { type Calls, type Done, None, output } from './call.ts';

export const trainingCalls = {
  'training.start': { who: 'counter', role: null, input: None, output: output<Done>() },
  'training.leave': { who: 'counter', role: null, input: None, output: output<Done>() },
  'training.order': {
    who: 'counter',
    role: null,
    cost: 10,
    input: v.object({ kind: v.picklist(['instant', 'takeaway', 'preorder', 'self-delivery', 'group']) }),
    output: output<Done>(),
  },
} as const satisfies Calls;
