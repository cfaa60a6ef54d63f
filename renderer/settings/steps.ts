/**
 * The steps that a list offers, with what is set among them: a settings file may say any number in between, and a list that showed the
 * next step would say what is not so.
 */
export function withSet(steps: readonly string[], set: number): string[] {
  const own = String(set);
  return steps.includes(own) ? [...steps] : [...steps, own].sort((one, other) => Number(one) - Number(other));
}
