/** The one loop for all that is done again and again. */

export type Stop = () => void;

/** Does the work every so many ms, the first time after as many. What a turn throws, or rejects with, is told, and ends nothing. */
export function every(ms: number, work: () => unknown, onDefect: (error: unknown) => void): Stop {
  const turn = async (): Promise<void> => {
    try {
      await work();
    } catch (error) {
      onDefect(error);
    }
  };
  const timer = setInterval(() => void turn(), ms);
  return () => clearInterval(timer);
}
