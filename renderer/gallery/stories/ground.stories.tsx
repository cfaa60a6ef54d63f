/** Colors, buttons, icons. */
import { ALL_ICONS, Icon } from '../../parts/icons.tsx';
import { Sheet, story } from '../scene.tsx';

export default { title: 'Ground' };

const STEPS = (name: string, steps: number) => Array.from({ length: steps }, (_, step) => `${name}${step + 1}`);
const COLOURS = [
  STEPS('n', 12),
  ...['accent-', 'amber-', 'red-', 'green-'].map((name) => STEPS(name, 5)),
  ['canvas', 'card', 'raised', 'hair', 'text', 'text-2'],
];
const BUTTONS = ['', 'fill', 'tonal', 'danger', 'quiet', 'quiet stop'] as const;

export const Colours = story(() => (
  <Sheet>
    {COLOURS.map((row) => (
      <div key={row.join()} className="swatches" dir="ltr">
        {row.map((name) => (
          <span key={name} className="swatch" style={{ '--shown': `var(--${name})` } as React.CSSProperties}>
            <code>--{name}</code>
          </span>
        ))}
      </div>
    ))}
  </Sheet>
));

export const Buttons = story(() => (
  <Sheet>
    {['', 'big'].map((size) => (
      <div key={size} className="swatches" dir="ltr">
        {BUTTONS.map((kind) => (
          <button key={kind} type="button" className={`button ${size} ${kind}`}>
            <Icon name="check" />
            {kind || 'plain'}
          </button>
        ))}
        <button type="button" className={`button ${size}`} disabled>
          disabled
        </button>
        <button type="button" className={`button square ${size}`} aria-label="square">
          <Icon name="dots" />
        </button>
      </div>
    ))}
  </Sheet>
));

export const Icons = story(() => (
  <Sheet>
    <div className="swatches" dir="ltr">
      {ALL_ICONS.map((name) => (
        <span key={name} className="drawn-icon">
          <Icon name={name} />
          <small>{name}</small>
        </span>
      ))}
    </div>
  </Sheet>
));
