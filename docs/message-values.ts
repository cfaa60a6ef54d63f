/** The text of `contract/message-values.ts`: which values each message of the English file holds, so that leaving one out does not compile. */
import { IntlMessageFormat } from 'intl-messageformat';
import en from '../resources/locales/en.json' with { type: 'json' };

interface Part {
  type: number;
  value?: string;
  options?: Record<string, { value: Part[] }>;
}
/** ICU's types of message parts, with the TypeScript type of the value that each takes. */
const TYPES: Record<number, string> = { 1: 'Value', 2: 'number', 5: 'string', 6: 'number' };

/** Name and type of each value that a message holds. */
export function valuesOf(message: string): Map<string, string> {
  const found = new Map<string, string>();
  const walk = (parts: readonly Part[]): void => {
    for (const { type, value = '', options = {} } of parts) {
      const kind = TYPES[type];
      if (kind) found.set(value, kind);
      for (const option of Object.values(options)) walk(option.value);
    }
  };
  walk(new IntlMessageFormat(message, 'en').getAst() as Part[]);
  return found;
}

export function messageValuesFile(): string {
  const lines = Object.entries(en).flatMap(([code, message]) => {
    const values = [...valuesOf(message)].map(([name, type]) => `${name}: ${type}`);
    const key = /^[a-z]+$/.test(code) ? code : `'${code}'`;
    return values.length > 0 ? [`  ${key}: { ${values.join('; ')} };`] : [];
  });
  return [
    '/** Which values each message holds. Made from `resources/locales/en.json` by `npm run docs`. */',
    'export interface MessageValues<Value> {',
    ...lines,
    '}',
    '',
  ].join('\n');
}
