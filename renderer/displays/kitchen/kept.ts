/** A choice kept by this display, per page address: windows of one computer may show different stations. */
import { create } from 'zustand';

export interface Kept<T extends string> {
  use(): T | null;
  read(): T | null;
  choose(value: T | null): void;
  follow(onChange: () => void): void;
}

export function kept<T extends string>(name: string, values: readonly T[]): Kept<T> {
  const key = `tillbridge-${name}${location.search}`;
  const useChosen = create<{ value: T | null }>(() => ({ value: stored(key, values) }));
  return {
    use: () => useChosen(({ value }) => value),
    read: () => useChosen.getState().value,
    choose(value) {
      store(key, value);
      useChosen.setState({ value });
    },
    follow: (onChange) => void useChosen.subscribe(onChange),
  };
}

function stored<T extends string>(key: string, values: readonly T[]): T | null {
  try {
    const text = localStorage.getItem(key);
    return values.find((value) => value === text) ?? null;
  } catch {
    return null;
  }
}

function store(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Without local storage the choice is lost on restart.
  }
}
