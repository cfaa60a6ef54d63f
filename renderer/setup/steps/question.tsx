import type { ReactNode } from 'react';

export function Question({ title, why, children }: { title: string; why?: string; children: ReactNode }) {
  return (
    <section className="question">
      <h1>{title}</h1>
      {why && <p className="lead">{why}</p>}
      {children}
    </section>
  );
}
