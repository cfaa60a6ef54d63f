/** A table that scrolls if it's wider than the screen. */
import type { ReactNode } from 'react';

export function Table({ name, heads, children }: { name: string; heads: string[]; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs the focus to scroll by keyboard
    <section className="table-frame" tabIndex={0} aria-label={name}>
      <table>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}
