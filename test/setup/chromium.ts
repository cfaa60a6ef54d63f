/** The browser that tests drive: Debian's, or the one named by TILLBRIDGE_CHROMIUM. */
export const CHROMIUM = process.env.TILLBRIDGE_CHROMIUM ?? '/usr/bin/chromium';
