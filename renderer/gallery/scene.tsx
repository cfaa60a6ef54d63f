/** A story's scene: the screen's state and the answers to its calls. The app itself is rendered. */
import type {
  AppState,
  AppView,
  CallInput,
  CallName,
  CallOutput,
  DeliveryView,
  Notice,
  OrderCard,
  PrinterView,
  Problem,
  VenueView,
} from '../../contract/contract.ts';
import { App } from '../app.tsx';
import type { Screen, UiState } from '../state/ui-state.ts';

/** An answer computed from the input, a refusal, or `never` for a call that stays unanswered. */
export type Answers = { readonly [N in CallName]?: ((input: CallInput<N>) => CallOutput<N>) | Problem | 'never' };

/** Differences from a normal evening (made-up/venue.ts). */
export interface Scene {
  app?: Partial<AppView> | null;
  orders?: OrderCard[];
  venues?: VenueView[];
  printers?: PrinterView[];
  notices?: Notice[];
  deliveries?: DeliveryView[];
  counter?: Partial<Omit<UiState, 'held'>>;
  answers?: Answers;
  /** Other inputs, set before anything is drawn. */
  set?: (state: AppState) => void;
  /** Taps after the first drawing, in order: a selector, or a field and the text to type. */
  touch?: (string | [field: string, typed: string])[];
  /** The renderer file of the overlay that is open at the end. */
  opens?: string;
}

const LAYER = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/** A story; its scene is created when drawn, so that times are relative to now. */
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

/** A story of this screen. */
export const on = (screen: Screen, scene: () => Scene = () => ({})) =>
  story(() => {
    const { counter, ...given } = scene();
    return { ...given, counter: { screen, ...counter } };
  });

/** Types or chooses a file with the events that React listens to. */
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
