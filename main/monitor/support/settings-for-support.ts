/**
 * The settings as support may see them. What can only be one of a few words, a number or a yes is shown; of every text that someone typed,
 * only how long it is, or where an address leads. It goes by the schema, so that a setting that is added later is treated alike.
 */
import { isLoopback, readAddress, Settings } from '../../../contract/contract.ts';
import { bareAddress } from '../../redaction/redact.ts';
import { type SchemaParts, unwrapped } from '../../settings/schema-parts.ts';

/** A text that someone typed, and the place of it: "printers.0.name". */
export interface TypedText {
  place: string;
  text: string;
}

/** `venueIds`: those that the service named; any other key of the venues is a text that someone typed. */
export function settingsForSupport(settings: Settings, venueIds: readonly string[]): unknown {
  return shown(Settings as unknown as SchemaParts, settings, (text) => describe(text), venueIds);
}

/** Every text of the settings that someone typed, the longest first. What was there before anyone typed is none. */
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

/** Whether a value is one of a few that the schema itself names. */
function isOneOf(schema: SchemaParts | undefined, value: unknown): boolean {
  const inner = schema && unwrapped(schema);
  if (inner?.type === 'literal') return inner.literal === value;
  return inner?.type === 'picklist' && (inner.options ?? []).includes(value as string);
}

/** "12 characters", or where it leads. A time and the number of a network address are no secrets. */
function describe(text: string): string {
  if (/^\d{2}:\d{2}$/.test(text) || /^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:\d{2})$/.test(text)) return text;
  if (/^(\d{1,3}\.){3}\d{1,3}$/.test(text) || isLoopback(text)) return text;
  if (readAddress(text)) return bareAddress(text);
  return `(${[...text].length} characters)`;
}
