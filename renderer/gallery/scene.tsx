/** A story: component, state, and answers to its calls. */
import type { ReactNode } from 'react';
import type {
  AppView,
  CallInput,
  CallName,
  CallOutput,
  CounterState,
  DeliveryView,
  Notice,
  OrderCard,
  PrinterView,
  Problem,
  VenueView,
} from '../../contract/contract.ts';
import type { Counter } from '../state/counter.ts';

/** An output made from the input, a refusal, or `never` for a pending call. */
export type Answers = { readonly [N in CallName]?: ((input: CallInput<N>) => CallOutput<N>) | Problem | 'never' };

/** Differences from a normal evening (made-up). */
export interface Scene {
  app?: Partial<AppView> | null;
  orders?: OrderCard[];
  venues?: VenueView[];
  printers?: PrinterView[];
  notices?: Notice[];
  deliveries?: DeliveryView[];
  counter?: Partial<Omit<Counter, 'held'>>;
  answers?: Answers;
  /** Other inputs of a component; called before rendering. */
  set?: (state: CounterState) => void;
  /** Selectors to tap in order, once rendered. */
  touch?: string[];
}

/** The scene is made on rendering, so that its times are relative to it. */
export const story = (render: () => ReactNode, scene: () => Scene = () => ({})) => ({
  render: () => <>{render()}</>,
  parameters: { scene },
  play: async () => {
    for (const selector of scene().touch ?? []) (await shown(selector)).click();
  },
});

/** All states of a component on one sheet. */
export function States({ of, wide = false }: { of: Record<string, ReactNode>; wide?: boolean }) {
  return (
    <div className="states" data-wide={wide || undefined}>
      {Object.entries(of).map(([name, drawn]) => (
        <figure key={name}>
          <figcaption dir="ltr" lang="en">
            {name}
          </figcaption>
          {drawn}
        </figure>
      ))}
    </div>
  );
}

export const Sheet = ({ children }: { children: ReactNode }) => (
  <div className="states" data-wide="">
    {children}
  </div>
);

async function shown(selector: string): Promise<HTMLElement> {
  const PATIENCE_MS = 5_000;
  for (const begun = performance.now(); performance.now() - begun < PATIENCE_MS; ) {
    const found = document.querySelector<HTMLElement>(selector);
    if (found) return found;
    await new Promise((go) => setTimeout(go, 10));
  }
  throw new Error(`Nothing to touch: ${selector}`);
}
