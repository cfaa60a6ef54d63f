import type { MenuDifferenceView } from '../../../contract/contract.ts';
import type { MenuDifference, Named } from '../../menu/difference.ts';

const names = (all: readonly Named[]): string[] => all.map(({ name, id }) => name || id);

export function differenceView({ added, gone, repriced, renamed, shown, hidden, currencies }: MenuDifference): MenuDifferenceView {
  return {
    added: names(added),
    gone: names(gone),
    repriced: repriced.map(({ name, id, from, to, isHundredfold }) => ({ name: name || id, from, to, isHundredfold })),
    renamed: renamed.map(({ from, name }) => ({ from, to: name })),
    shown: names(shown),
    hidden: names(hidden),
    currencies,
  };
}
