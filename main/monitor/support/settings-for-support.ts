/**
 * The settings for support: choices, numbers and booleans are shown, of typed texts only the length, or the target of an address. Follows
 * the schema, so new settings are covered.
 */
import { isLoopback, readAddress, Settings } from '../../../contract/contract.ts';
import { bareAddress } from '../../redaction/redact.ts';
import { type SchemaParts, unwrapped } from '../../settings/schema-parts.ts';

/** Where the text is: "printers.0.name". */
export interface TypedText {
  place: string;
  text: string;
}

/** `venueIds`: venues known from the service; other venue keys count as typed texts. */
export function settingsForSupport(settings: Settings, venueIds: readonly string[]): unknown {
  return shown(Settings as unknown as SchemaParts, settings, (text) => describe(text), venueIds);
}

/** All typed texts, longest first, without defaults. */
export function typedTexts(settings: Settings, venueIds: readonly string[]): TypedText[] {
  const found: TypedText[] = [];
  const collect = (text: string, place: string): null => {
    if (text.trim() !== '') found.push({ place, text: text.trim() });
    return null;
  };
  shown(Settings as unknown as SchemaParts, settings, collect, venueIds);
  for (const id of Object.keys(settings.venues)) if (!venueIds.includes(id)) found.push({ place: 'venues', text: id });
  return found.sort((one, other) => other.text.length - one.text.length);
}

function shown(
  schema: SchemaParts | undefined,
  value: unknown,
  text: (text: string, place: string) => unknown,
  keys: readonly string[],
  place = '',
): unknown {
  const at = (name: string | number): string => (place === '' ? String(name) : `${place}.${name}`);
  if (value === null || value === undefined || typeof value === 'boolean' || typeof value === 'number') return value ?? null;
  if (schema && 'default' in schema && JSON.stringify(schema.default) === JSON.stringify(value)) return value;
  const inner = schema && unwrapped(schema);
  if (Array.isArray(value)) return value.map((entry, index) => shown(inner?.item, entry, text, keys, at(index)));
  if (typeof value === 'object') {
    const entries = Object.entries(value);
    if (inner?.type === 'record')
      return Object.fromEntries(
        entries.map(([name, entry], index) => {
          const key = isOneOf(inner.key, name) || keys.includes(name) ? name : `(unknown ${index + 1})`;
          return [key, shown(inner.value, entry, text, keys, at(name))];
        }),
      );
    const members = inner?.type === 'variant' ? chosen(inner, value)?.entries : inner?.entries;
    return Object.fromEntries(entries.map(([name, entry]) => [name, shown(members?.[name], entry, text, keys, at(name))]));
  }
  return isOneOf(inner, value) ? value : text(String(value), place);
}

function chosen(variant: SchemaParts, value: object): SchemaParts | undefined {
  return (variant.options ?? []).find((option): option is SchemaParts => {
    if (typeof option === 'string') return false;
    return Object.entries(option.entries ?? {}).some(
      ([name, entry]) => entry.type === 'literal' && (value as Record<string, unknown>)[name] === entry.literal,
    );
  });
}

/** Whether the schema itself lists this value. */
function isOneOf(schema: SchemaParts | undefined, value: unknown): boolean {
  const inner = schema && unwrapped(schema);
  if (inner?.type === 'literal') return inner.literal === value;
  return inner?.type === 'picklist' && (inner.options ?? []).includes(value as string);
}

/** "12 characters", or the bare address. Times and IP addresses aren't secret. */
function describe(text: string): string {
  if (/^\d{2}:\d{2}$/.test(text) || /^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:\d{2})$/.test(text)) return text;
  if (/^(\d{1,3}\.){3}\d{1,3}$/.test(text) || isLoopback(text)) return text;
  if (readAddress(text)) return bareAddress(text);
  return `(${[...text].length} characters)`;
}
