/** The frame around the stories: without the panel of addons, for there are none. */
import { addons } from 'storybook/manager-api';

addons.setConfig({ layoutCustomisations: { showPanel: () => false } });
