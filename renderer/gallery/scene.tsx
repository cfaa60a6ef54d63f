/** What a story consists of: the component, the state of the screen, and the answers to its calls. */
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

/** What the bridge answers: a value made of what it was asked, or why not; `never`: it is still asked. */
export type Answers = { readonly [N in CallName]?: ((input: CallInput<N>) => CallOutput<N>) | Problem | 'never' };

/** What differs from an ordinary evening (made-up). */
export interface Scene {
  app?: Partial<AppView> | null;
  orders?: OrderCard[];
  venues?: VenueView[];
  printers?: PrinterView[];
  notices?: Notice[];
  deliveries?: DeliveryView[];
  /** What belongs to this screen alone. */
  counter?: Partial<Omit<Counter, 'held'>>;
  answers?: Answers;
  /** What else a component reads from outside; called before it is drawn. */
  set?: (state: CounterState) => void;
  /** What is touched once it is drawn, one after the other: selectors. */
  touch?: string[];
}

/** A story. Its scene is made when it is drawn, so that its times are seen from then. */
export const story = (render: () => ReactNode, scene: () => Scene = () => ({})) => ({
  render: () => <>{render()}</>,
  parameters: { scene },
  play: async () => {
    for (const selector of scene().touch ?? []) (await shown(selector)).click();
  },
});

/** Every state of a component on one sheet, each with its name. */
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

/** One state alone, with room around it. */
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
