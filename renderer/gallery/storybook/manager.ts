/** Hides the addon panel: there are no addons. */
import { addons } from 'storybook/manager-api';

addons.setConfig({ layoutCustomisations: { showPanel: () => false } });
