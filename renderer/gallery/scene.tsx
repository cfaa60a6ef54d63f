/** What a story consists of: the state of the screen, and the answers to its calls. The app itself is drawn. */
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
import { App } from '../app.tsx';
import type { Counter, Screen } from '../state/counter.ts';

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
  /** What else is read from outside; called before anything is drawn. */
  set?: (state: CounterState) => void;
  /** What is touched once it is drawn, one after the other: selectors, or a field and what is typed there. */
  touch?: (string | [field: string, typed: string])[];
  /** What is open then above the screen: the file of `renderer` that draws it. */
  opens?: string;
}

const LAYER = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/** A state of the app. Its scene is made when it is drawn, so that its times are seen from then. */
export const story = (scene: () => Scene) => ({
  render: () => <App />,
  parameters: { scene },
  play: async () => {
    const { touch = [], opens } = scene();
    for (const one of touch) {
      if (typeof one === 'string') (await shown(one)).click();
      else type((await shown(one[0])) as HTMLInputElement, one[1]);
    }
    if (opens) await shown(LAYER);
  },
});

/** A state of this screen. */
export const on = (screen: Screen, scene: () => Scene = () => ({})) =>
  story(() => {
    const { counter, ...given } = scene();
    return { ...given, counter: { screen, ...counter } };
  });

/** As a person types, or chooses a file of that name: React hears of nothing else. */
function type(field: HTMLInputElement, text: string): void {
  if (field.type === 'file') {
    const chosen = new DataTransfer();
    chosen.items.add(new File(['-'], text));
    field.files = chosen.files;
    field.dispatchEvent(new Event('change', { bubbles: true }));
    return;
  }
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

async function shown(selector: string): Promise<HTMLElement> {
  const PATIENCE_MS = 5_000;
  for (const begun = performance.now(); performance.now() - begun < PATIENCE_MS; ) {
    const found = document.querySelector<HTMLElement>(selector);
    if (found) return found;
    await new Promise((go) => setTimeout(go, 10));
  }
  throw new Error(`It is not there: ${selector}`);
}
