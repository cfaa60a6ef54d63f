/**
 * The sections that features bring, by name. This list alone names them: the one schema (`settings.ts`), what a chain may manage
 * (`managed.ts`) and docs/settings.md follow from it.
 */
import { kitchenSection } from './kitchen-settings.ts';
import { mapSection } from './map-settings.ts';
import { staffSection } from './staff-settings.ts';

export const sections = {
  kitchen: kitchenSection,
  map: mapSection,
  staff: staffSection,
};

type Sections = typeof sections;

/** One part of each. */
const partOf = <Part extends 'schema' | 'managed' | 'kept'>(part: Part) =>
  Object.fromEntries(Object.entries(sections).map(([name, section]) => [name, section[part]])) as {
    [Name in keyof Sections]: Sections[Name][Part];
  };

export const sectionSchemas = partOf('schema');
export const sectionsManaged = partOf('managed');
export const sectionsKept = partOf('kept');
