/** Every component in every state on one page, for whoever designs them. It draws the real components with made-up orders and is no part of the app. */
import { useMemo, useState } from 'react';
import type { OrderCard } from '../../contract/contract.ts';
import { Bars } from '../history/bars.tsx';
import { Causes } from '../history/causes.tsx';
import { Card } from '../order/order-card.tsx';
import { Bags } from '../order/parts/bags.tsx';
import { Choices, Field, SelectField, TextField } from '../parts/field.tsx';
import { ALL_ICONS, Icon } from '../parts/icons.tsx';
import { ProblemText } from '../parts/problem.tsx';
import { useApp } from '../state/counter.ts';
import { cardsOfGallery } from './cards.ts';
import './gallery.css';

const BUTTONS = ['', 'go', 'next', 'danger', 'stop', 'quiet'] as const;
const COLOURS = [
  'floor',
  'rail',
  'paper',
  'ink',
  'ink-soft',
  'new',
  'preparing',
  'ready',
  'scheduled',
  'go',
  'next',
  'danger',
  'warn-soft',
  'note',
  'focus',
];

export function Gallery() {
  const [chosen, setChosen] = useState<'a' | 'b'>('a');
  const offset = useApp()?.clockOffsetMs ?? 0;
  const cards = useMemo(() => cardsOfGallery(Date.now() + offset), [offset]);
  return (
    <main className="gallery page">
      <h1>Components</h1>
      <section aria-label="Colours">
        <h2>Colours</h2>
        <ul className="gallery-row">
          {COLOURS.map((name) => (
            <li key={name} className="gallery-colour" data-colour={name}>
              <code>--{name}</code>
            </li>
          ))}
        </ul>
      </section>
      <section aria-label="Buttons">
        <h2>Buttons</h2>
        {(['', 'big'] as const).map((size) => (
          <div key={size} className="gallery-row">
            {BUTTONS.map((kind) => (
              <button key={kind} type="button" className={`button ${size} ${kind}`}>
                <Icon name="check" />
                {kind || 'plain'}
              </button>
            ))}
            <button type="button" className={`button ${size}`} disabled>
              disabled
            </button>
          </div>
        ))}
      </section>
      <section aria-label="Fields">
        <h2>Fields</h2>
        <div className="form-pair">
          <Field label="Field" name="plain" hint="With a hint" defaultValue="Text" />
          <Field label="Wrong field" name="wrong" error="Write an amount such as 12.50" defaultValue="abc" />
          <SelectField
            label="List"
            value={chosen}
            onChoose={setChosen}
            options={[
              ['a', 'First'],
              ['b', 'Second'],
            ]}
          />
          <TextField label="Lines" value="Some lines" onChange={() => undefined} />
        </div>
        <Choices
          legend="Choices"
          name="gallery-choices"
          chosen={chosen}
          onChoose={setChosen}
          options={[
            { value: 'a', label: 'First', hint: 'With a hint' },
            { value: 'b', label: 'Second' },
          ]}
        />
      </section>
      <section aria-label="Messages">
        <h2>Messages</h2>
        <ProblemText problem={{ code: 'x', says: 'The printer is out of paper.', remedy: 'Put in a new roll and close the cover.' }} />
        <Causes
          title="Causes"
          causes={[
            { cause: 'a', says: 'The service could not be reached from 14:02 to 14:09.', sure: true },
            { cause: 'b', says: 'The alarm was paused from 14:01 to 14:05.', sure: false },
          ]}
        />
        <Bars
          title="Bars"
          rows={['Burger', 'Ramen', 'Lemonade'].map((label, place) => ({ label, count: 12 - place * 5, also: '34.50 EUR' }))}
        />
      </section>
      <section aria-label="Cards">
        <h2>Cards</h2>
        <ul className="gallery-cards">
          {cards.map(({ what, order }) => (
            <li key={what}>
              <p>{what}</p>
              <Card order={order} showVenue />
            </li>
          ))}
        </ul>
        <Bags order={groupOf(cards)} />
      </section>
      <section aria-label="Icons">
        <h2>Icons</h2>
        <ul className="gallery-row">
          {ALL_ICONS.map((name) => (
            <li key={name} className="gallery-icon">
              <Icon name={name} />
              <small>{name}</small>
            </li>
          ))}
        </ul>
      </section>
    </main>
  );
}

function groupOf(cards: { order: OrderCard }[]): OrderCard {
  const group = cards.find(({ order }) => order.participants.length > 0);
  if (!group) throw new Error('The gallery has no group order.');
  return group.order;
}
