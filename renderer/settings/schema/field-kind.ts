/** A setting's field kind and limits, from the schema of the settings file. Pure. */
import { Settings } from '../../../contract/contract.ts';

/** The kind of a field. `optional`: it may be empty (null). */
export type FieldKind =
  | { kind: 'switch' }
  | { kind: 'choice'; options: readonly string[] }
  | { kind: 'number'; least: number; most: number; optional: boolean }
  | { kind: 'text'; most: number | undefined; optional: boolean };

/** The parts of a schema that are read here. */
interface Node {
  type: string;
  wrapped?: Node;
  entries?: Record<string, Node>;
  options?: readonly string[];
  pipe?: readonly Node[];
  requirement?: unknown;
}

/** Names as in docs/settings.md: "alerts", "volume". Throws TypeError for other types. */
export function fieldKind(section: string, name: string): FieldKind {
  const within = unwrapped((Settings.entries as unknown as Record<string, Node>)[section]).node;
  const { node, optional } = unwrapped(within.entries?.[name]);
  if (node.type === 'boolean') return { kind: 'switch' };
  if (node.type === 'picklist') return { kind: 'choice', options: node.options ?? [] };
  if (node.type === 'string') return { kind: 'text', most: limitOf(node, 'max_length'), optional };
  if (node.type !== 'number') throw new TypeError(`No field is drawn for ${section}.${name}.`);
  const least = limitOf(node, 'min_value') ?? Number.MIN_SAFE_INTEGER;
  return { kind: 'number', least, most: limitOf(node, 'max_value') ?? Number.MAX_SAFE_INTEGER, optional };
}

function unwrapped(from: Node | undefined): { node: Node; optional: boolean } {
  let optional = false;
  let node = from;
  while (node?.wrapped) {
    optional ||= node.type === 'nullable';
    node = node.wrapped;
  }
  if (!node) throw new TypeError('There is no such setting.');
  return { node, optional };
}

/** A schema's pipe may begin with another pipe. */
function limitOf(node: Node, type: string): number | undefined {
  for (const one of node.pipe ?? []) {
    if (one.type === type) return Number(one.requirement);
    const within = one === node ? undefined : limitOf(one, type);
    if (within !== undefined) return within;
  }
  return undefined;
}
