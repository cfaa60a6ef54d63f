/** A labeled value in a list; not drawn if it's unknown. */
import type { ReactNode } from 'react';

export function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  if (children === null || children === '' || children === undefined || children === false) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
