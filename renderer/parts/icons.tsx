/** The icons, on a 24 px grid, in the color of the text, hidden from screen readers. */
import type { ReactNode } from 'react';

const drawings = {
  delivery: (
    <>
      <circle cx="5.5" cy="17" r="3" />
      <circle cx="18.5" cy="17" r="3" />
      <path d="M8.5 17h4.2c.6-3.6 2.4-5.4 4.8-5.7L15.6 5H12.5M3 11.5h5.500a2.5 2.5 0 0 1 2.5 2.5M2.5 5.500h5v6h-5z" />
    </>
  ),
  'self-delivery': (
    <path d="M3 16.5V7h10.5v9.5M13.5 10h4l3.5 3.5v3h-2m-12 0H3m5.5 0h6.5M6.5 14.7a2 2 0 1 0 0 4 2 2 0 0 0 0-4Zm11 0a2 2 0 1 0 0 4 2 2 0 0 0 0-4Z" />
  ),
  takeaway: <path d="M5 8.5h14l-1.2 12H6.2zM8.5 8.5V7a3.5 3.5 0 0 1 7 0v1.5M9 13h6" />,
  other: <path d="M4 8l8-4.5L20 8v8.5L12 21l-8-4.5zM4 8l8 4.5L20 8M12 12.5V21" />,
  clock: <path d="M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM12 7.5V12l3.2 2.2" />,
  calendar: <path d="M4 6h16v14.5H4zM4 10.5h16M8 3.5V7.5M16 3.5V7.5M8 14.5h3" />,
  ticket: <path d="M6 3.5h12v17l-2-1.5-2 1.5-2-1.5-2 1.5-2-1.5-2 1.5zM9 8h6M9 11.5h6M9 15h3" />,
  labels: <path d="M3.5 11.5v-8h8l9 9-8 8zM8 8h.01" />,
  till: <path d="M3.5 13h17v7h-17zM6 13l1.5-6h9L18 13M9 7V3.5h6V7M10 16.5h4M9.5 10h.01M12 10h.01M14.5 10h.01" />,
  printer: <path d="M7 8.5V3.5h10v5M7 16.5H3.5v-8h17v8H17M7 13.5h10v7H7zM17 11.2h.01" />,
  service: (
    <path d="M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM3.5 12h17M12 3.5c2.3 2.3 3.4 5.2 3.4 8.5S14.3 18.2 12 20.5C9.7 18.2 8.6 15.3 8.6 12S9.7 5.8 12 3.5Z" />
  ),
  relay: (
    <>
      <circle cx="12" cy="12" r="3" />
      <path d="M2 12h7m6 0h7M18 8l4 4-4 4" />
    </>
  ),
  receiver: (
    <path d="M12 21v-8M12 13a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM7.8 15.2a6 6 0 0 1 0-8.4M16.2 15.2a6 6 0 0 0 0-8.4M5 18a10 10 0 0 1 0-14M19 18a10 10 0 0 0 0-14" />
  ),
  lock: <path d="M5.5 10.5h13v10h-13zM8.5 10.5V7.5a3.5 3.5 0 0 1 7 0v3M12 14.5v2" />,
  'sound-on': <path d="M4 9.5v5h3.5l5 4.5V5l-5 4.5zM16 9a4.2 4.2 0 0 1 0 6M18.7 6.5a8 8 0 0 1 0 11" />,
  'sound-off': <path d="M4 9.5v5h3.5l5 4.5V5l-5 4.5zM16.5 9.5l5 5M21.5 9.5l-5 5" />,
  bell: <path d="M12 3v1.5M5 17.5h14l-1.5-3V10a5.5 5.5 0 0 0-11 0v4.5zM10 20.5a2.2 2.2 0 0 0 4 0" />,
  check: <path d="M4.5 12.5l5 5L19.5 7" />,
  'double-check': <path d="M2.5 12.5l4.5 4.5L15.5 8M12.5 16.5l.5.5L21.5 8" />,
  sent: <path d="M3.5 12h11M10.5 7.5L15 12l-4.5 4.5M20 5v3M20 10.500v3M20 16v3" />,
  down: <path d="M6 9l6 6 6-6" />,
  up: <path d="M6 15l6-6 6 6" />,
  copy: <path d="M8.5 8.500h11.500v12h-11.500zM15.500 8.500V4H4v12h4.500" />,
  pause: <path d="M8.5 5v14M15.5 5v14" />,
  menu: <path d="M4 7h16M4 12h16M4 17h16" />,
  cross: <path d="M6 6l12 12M18 6L6 18" />,
  warning: <path d="M12 3.5L22 20.5H2zM12 10v5M12 17.8h.01" />,
  question: <path d="M8.5 9a3.5 3.5 0 1 1 5.2 3.1c-1.1.6-1.7 1.3-1.7 2.6M12 18.5h.01" />,
  info: <path d="M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM12 11v5.5M12 7.8h.01" />,
  person: <path d="M12 11.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20.5c.6-4.2 3.4-6.5 7.5-6.5s6.9 2.3 7.5 6.5" />,
  people: (
    <path d="M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 19.5c.5-3.8 2.9-5.8 6.5-5.8s6 2 6.5 5.8M15.5 4.3a3.5 3.5 0 0 1 0 6.5M17.5 14c2.3.7 3.7 2.6 4 5.5" />
  ),
  cash: <path d="M2.5 6.5h19v11h-19zM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5ZM5.8 12h.01M18.2 12h.01" />,
  door: <path d="M6 20.5v-17h12v17M3.5 20.5h17M14.5 12h.01" />,
  phone: <path d="M7 3.5h10v17H7zM11 17.5h2" />,
  note: <path d="M4 4h16v12.5h-8.5L7 20.5v-4H4zM8 8.5h8M8 12h5" />,
  gear: (
    <path d="M12 8.8a3.2 3.2 0 1 0 0 6.4 3.2 3.2 0 0 0 0-6.4ZM12 2.5v3.2M12 18.3v3.2M2.5 12h3.2M18.3 12h3.2M5.3 5.3l2.3 2.3M16.4 16.4l2.3 2.3M18.7 5.3l-2.3 2.3M7.6 16.4l-2.3 2.3" />
  ),
  pulse: <path d="M2.5 12.5h4.5l2.5-7 4.5 13 2.5-6h5" />,
  board: <path d="M3.5 4h5v16h-5zM10.5 4h5v10h-5zM17.5 4h3v13h-3z" />,
  undo: <path d="M8 5L3.5 9.5 8 14M3.5 9.5h11a5.5 5.5 0 0 1 0 11H9" />,
  flame: <path d="M12 3c1 4 5.5 5.5 5.5 11a5.5 5.5 0 0 1-11 0c0-2.5 1.2-4 2.5-5 .2 1.8.8 2.7 1.8 3.2C10.5 9 10.500 6 12 3Z" />,
  kitchen: <path d="M7 17v3.500h10V17M7 17v-4.300a4 4 0 0 1-1.500-7.600 6 6 0 0 1 13 0A4 4 0 0 1 17 12.700V17zM7 17h10" />,
  file: <path d="M6 3h8l5 5v13H6zM14 3v5h5M9 13h6M9 17h6" />,
  robot: <path d="M5 9h14v10.500H5zM12 9V5.500M12 5.500h.01M9 13.500h.01M15 13.500h.01M9 16.500h6M2.500 12.500v4M21.500 12.500v4" />,
  save: <path d="M12 4v11M7 10.5l5 5 5-5M4.5 20h15" />,
  search: <path d="M10.5 17.5a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM15.5 15.5l5 5" />,
  list: <path d="M4 5.5h10M4 12h10M4 18.500h10M18 5.5h2M18 12h2M18 18.500h2" />,
  before: <path d="M14.5 5l-7 7 7 7" />,
  after: <path d="M9.5 5l7 7-7 7" />,
  plus: <path d="M12 5v14M5 12h14" />,
  minus: <path d="M5 12h14" />,
  sliders: <path d="M4 7h9M17 7h3M4 17h3M11 17h9M15 5a2 2 0 1 0 0 4 2 2 0 0 0 0-4ZM9 15a2 2 0 1 0 0 4 2 2 0 0 0 0-4Z" />,
  tablet: <path d="M5 3h14v18H5zM11 18h2" />,
  bolt: <path d="M13 3L5 13.5h6L10.5 21 19 10h-6z" />,
  shield: <path d="M12 3l8 3v5.5c0 5-3.5 8-8 9.5-4.5-1.5-8-4.500-8-9.500V6z" />,
  plug: <path d="M8 3.5v5M16 3.5v5M6 8.5h12v3.5a6 6 0 0 1-12 0zM12 18v3.5" />,
  cap: <path d="M12 4.5L1.8 9.5 12 14.5l10.2-5zM6 11.8v5c1.8 1.5 3.8 2.2 6 2.2s4.2-.7 6-2.2v-5M22 9.8v5.5" />,
  hand: (
    <path d="M8 12V5.5a1.5 1.5 0 0 1 3 0V11m0-6.500a1.5 1.5 0 0 1 3 0V11m0-4a1.5 1.5 0 0 1 3 0v6.500c0 4-2.500 7-6.500 7-3.200 0-4.600-1.600-6.300-4.800L3 14c-.5-1.200.9-2.200 1.900-1.400L8 15" />
  ),
  letters: (
    <path d="M15 16l2.536-7.328a1.02 1.02 1 0 1 1.928 0L22 16M15.697 14h5.606M2 16l4.039-9.69a.5.5 0 0 1 .923 0L11 16M3.304 13h6.392" />
  ),
  dots: <path d="M6 12h.01M12 12h.01M18 12h.01" />,
} satisfies Record<string, ReactNode>;

export type IconName = keyof typeof drawings;

export function Icon({ name, className }: { name: IconName; className?: string }) {
  return (
    <svg className={className ? `icon ${className}` : 'icon'} data-icon={name} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      {drawings[name]}
    </svg>
  );
}
