/** Unsaved opening hours; they survive when an order or sign-out closes the form. */
import { useState } from 'react';

interface Draft {
  /** The hours that the draft changes. If those change meanwhile, the draft is dropped. */
  over: string;
  value: unknown;
}

const kept = new Map<string, Draft>();
const nameOf = (venueId: string, part: 'week' | 'special'): string => `${part} ${venueId}`;

/** `held`: the current hours. The draft is null until changed. */
export function useDraft<T>(venueId: string, part: 'week' | 'special', held: unknown): [T | null, (draft: T | null) => void] {
  const name = nameOf(venueId, part);
  const over = JSON.stringify(held);
  const [draft, setDraft] = useState<T | null>(() => {
    const before = kept.get(name);
    return before?.over === over ? (before.value as T) : null;
  });
  const change = (value: T | null): void => {
    if (value === null) kept.delete(name);
    else kept.set(name, { over, value });
    setDraft(value);
  };
  return [draft, change];
}

/** Call when staff close the form. */
export function forgetDrafts(venueId: string): void {
  for (const part of ['week', 'special'] as const) kept.delete(nameOf(venueId, part));
}
