/** The value of a custom field in a form; fires `input` on each change. */
import { useEffect, useRef } from 'react';

export function HiddenValue({ name, value }: { name: string; value: string | number }) {
  const kept = useRef<HTMLInputElement>(null);
  const isNew = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: fires `input` when `value` changes, as typing does
  useEffect(() => {
    if (!isNew.current) kept.current?.dispatchEvent(new Event('input', { bubbles: true }));
    isNew.current = false;
  }, [value]);
  return <input ref={kept} type="hidden" name={name} value={value} />;
}
