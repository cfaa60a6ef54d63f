/** Time as it passes on this computer. The command line takes it here, and hands it on. */
import type { Time } from './time.ts';

export const systemTime: Time = {
  wall: Date.now,
  monotonic: () => performance.now(),
  after(ms, work) {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
  every(ms, work, onDefect) {
    const turn = async (): Promise<void> => {
      try {
        await work();
      } catch (error) {
        onDefect(error);
      }
    };
    const timer = setInterval(turn, ms);
    return () => clearInterval(timer);
  },
};
