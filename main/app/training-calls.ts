import type { Answer } from '../../contract/contract.ts';
import { message } from '../../contract/message.ts';
import { DONE, type Handlers, refuse } from '../features/answers.ts';
import type { Running } from './running.ts';

export function createTrainingCalls(running: Running): Pick<Handlers, `training.${'start' | 'leave' | 'order'}`> {
  async function start(): Promise<Answer<Record<string, never>>> {
    if (running.training()) return DONE;
    if (running.feed().ids('venues').length > 0)
      return refuse({ code: 'venue-connected', text: message('training.venueConnected'), hint: message('training.useOtherComputer') });
    await running.composed().stop();
    if (await running.openTraining()) return DONE;
    return refuse({ code: 'training-failed', text: message('training.startFailed'), hint: message('app.checkLog') });
  }

  async function leave(): Promise<Answer<Record<string, never>>> {
    if (!running.training()) return DONE;
    await running.stop();
    await running.openLive();
    return DONE;
  }

  return {
    'training.start': () => running.change(start),
    'training.leave': () => running.change(leave),
    async 'training.order'({ kind }) {
      const training = running.training();
      if (!training) return refuse({ code: 'not-training', text: message('training.only') });
      await training.order(kind);
      return DONE;
    },
  };
}
