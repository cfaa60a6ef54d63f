/** The sections of features, by name. `settings.ts`, `managed.ts` and docs/settings.md follow from this list. */
import { kitchenSection } from './kitchen-settings.ts';
import { mapSection } from './map-settings.ts';
import { staffSection } from './staff-settings.ts';

export const sections = {
  kitchen: kitchenSection,
  map: mapSection,
  staff: staffSection,
};

type Sections = typeof sections;

const partOf = <Part extends 'schema' | 'managed' | 'kept'>(part: Part) =>
  Object.fromEntries(Object.entries(sections).map(([name, section]) => [name, section[part]])) as {
    [Name in keyof Sections]: Sections[Name][Part];
  };

export const sectionSchemas = partOf('schema');
export const sectionsManaged = partOf('managed');
export const sectionsKept = partOf('kept');
