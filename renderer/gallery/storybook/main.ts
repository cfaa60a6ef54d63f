/** Storybook as the designer's desk: the stories, and nothing that calls home or that no one here uses. */
import type { StorybookConfig } from '@storybook/react-vite';

const config: StorybookConfig = {
  framework: { name: '@storybook/react-vite', options: { builder: { viteConfigPath: 'renderer/gallery/storybook/vite.config.ts' } } },
  stories: ['../stories/*.stories.tsx'],
  core: { disableTelemetry: true, disableWhatsNewNotifications: true, enableCrashReports: false },
  // Neither reads TypeScript 7, and the desk has no tables of properties.
  typescript: { check: false, reactDocgen: false },
  // Of its own tools only the one for screens is wanted.
  features: {
    actions: false,
    backgrounds: false,
    controls: false,
    highlight: false,
    interactions: false,
    measure: false,
    outline: false,
    menuOnboardingChecklist: false,
    sidebarOnboardingChecklist: false,
  },
};

export default config;
