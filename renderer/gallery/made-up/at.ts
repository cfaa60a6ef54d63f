/** A time `seconds` from now, ISO UTC. */
export const at = (seconds: number): string => new Date(Date.now() + seconds * 1_000).toISOString();

/** `amount` in cents. */
export const euros = (amount: number) => ({ amount, currency: 'EUR', digits: 2 });
