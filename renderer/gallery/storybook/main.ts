/** Storybook for the gallery: no telemetry, no unused tools. */
import type { StorybookConfig } from '@storybook/react-vite';

const config: StorybookConfig = {
  framework: { name: '@storybook/react-vite', options: { builder: { viteConfigPath: 'renderer/gallery/storybook/vite.config.ts' } } },
  stories: ['../stories/*.stories.tsx'],
  core: { disableTelemetry: true, disableWhatsNewNotifications: true, enableCrashReports: false },
  // Neither option supports TypeScript 7; the gallery has no property tables.
  typescript: { check: false, reactDocgen: false },
  // Only the viewport tool is used.
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
