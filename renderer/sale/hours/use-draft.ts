/** Unsaved opening hours. They survive when an incoming order or a sign-out closes the form. */
import { useState } from 'react';

interface Draft {
  /** The hours that they were typed over: where others hold meanwhile, nothing of before is sent over them. */
  over: string;
  value: unknown;
}

const kept = new Map<string, Draft>();
const nameOf = (venueId: string, part: 'week' | 'special'): string => `${part} ${venueId}`;

/** `held`: what holds now. The draft is null as long as nothing was changed. */
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

/** Whoever closes the form does not want what was typed. */
export function forgetDrafts(venueId: string): void {
  for (const part of ['week', 'special'] as const) kept.delete(nameOf(venueId, part));
}
