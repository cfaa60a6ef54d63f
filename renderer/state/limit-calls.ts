/** Limits concurrent calls; the others wait in order. */
export function limitCalls(most: number): <T>(ask: () => Promise<T>) => Promise<T> {
  let underWay = 0;
  const waiting: (() => void)[] = [];
  return async (ask) => {
    if (underWay < most) underWay += 1;
    else await new Promise<void>((start) => waiting.push(start));
    try {
      return await ask();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else underWay -= 1;
    }
  };
}
