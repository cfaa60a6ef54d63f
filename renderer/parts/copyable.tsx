/** Text to pass on: shown, and copied with one tap. */
import { useEffect, useRef, useState } from 'react';
import { t } from '../words.ts';

/** `name`: for screen readers. `atOnce`: copies when it appears. */
export function Copyable({ text, name, atOnce = false }: { text: string; name?: string; atOnce?: boolean }) {
  const [copied, setCopied] = useState(false);
  const shown = useRef<HTMLElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      // The browser refused the clipboard: selects the text, to be copied by keyboard.
      if (shown.current) window.getSelection()?.selectAllChildren(shown.current);
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it appears
  useEffect(() => {
    if (atOnce) void copy();
  }, []);
  const label = copied ? t('connect.copied') : t('connect.copy');
  return (
    <>
      <code ref={shown}>{text}</code>
      <button type="button" className="button" aria-label={name && `${label}: ${name}`} onClick={() => void copy()}>
        {label}
      </button>
    </>
  );
}
