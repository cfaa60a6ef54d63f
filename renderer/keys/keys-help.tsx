/** Every key of the board, for whoever has no hand free for the screen. */
import { words } from '../words.ts';
import './keys-help.css';

const said = words.keys;

export function KeysHelp() {
  const keys: [string, string][] = [
    ['1 – 9', said.choose],
    ['← ↑ → ↓', said.arrows],
    ['Home', said.first],
    ['Enter', said.next],
    ['A', said.accept],
    ['+', said.more],
    ['R', said.ready],
    ['X', said.reject],
    ['U', said.undo],
    ['O', said.open],
    [said.scanner, said.scan],
  ];
  return (
    <section className="part" aria-label={said.title}>
      <h3>{said.title}</h3>
      <dl className="keys-list">
        {keys.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
