/** The one loop for all that is done again and again. */

/** Does the work every so many ms, the first time after as many, until what it answers is called. What a turn throws, or rejects with, is told, and ends nothing. */
export function every(ms: number, work: () => unknown, onDefect: (error: unknown) => void): () => void {
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
