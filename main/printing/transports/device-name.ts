/** Validates device and printer names before anything is opened or started. Pure. */
import { message, type Text } from '../../../contract/message.ts';

export interface NameRefusal {
  text: Text;
  hint: Text;
}

/** Accepts a file path on Linux and macOS, and a port or USB printer on Windows. */
export function devicePath(given: string, platform: NodeJS.Platform = process.platform): { path: string } | NameRefusal {
  return platform === 'win32' ? windowsDevice(given) : unixDevice(given);
}

function unixDevice(given: string): { path: string } | NameRefusal {
  const parts = given.split('/');
  if (given.startsWith('/') && given.length <= LONGEST_PATH && !CONTROL.test(given) && !parts.includes('..')) return { path: given };
  const name = shortly(given);
  return { text: message('printer.notDevice', { name }), hint: message('printer.enterDevicePath') };
}

function windowsDevice(given: string): { path: string } | NameRefusal {
  const port = WINDOWS_PORT.exec(given);
  if (port) return { path: `\\\\.\\${(port[1] ?? '').toUpperCase()}${port[2]}` };
  if (WINDOWS_USB.test(given)) return { path: given };
  if (WINDOWS_USB_PORT.test(given))
    return {
      text: message('printer.spoolerPort', { name: shortly(given) }),
      hint: message('printer.chooseFromList'),
    };
  const name = shortly(given);
  return { text: message('printer.notDevice', { name }), hint: message('printer.enterPortName') };
}

const LONGEST_PATH = 300;
const CONTROL = /[\p{Cc}\p{Cs}]/u;
/** A port name such as COM1, with optional device prefix and colon. */
const WINDOWS_PORT = /^(?:\\\\\.\\)?(COM|LPT)([1-9]\d{0,2}):?$/i;
const WINDOWS_USB =
  /^\\\\[.?]\\usb#vid_[0-9a-f]{4}&pid_[0-9a-f]{4}(?:&mi_[0-9a-f]{2})?#[\w&.-]{1,120}#\{28d78fad-5a12-11d1-ae5b-0000f803a8c2\}$/i;
/** Ports within Windows' print system, which programs can't open. */
const WINDOWS_USB_PORT = /^(?:\\\\\.\\)?(?:USB|DOT4_)\d{1,3}:?$/i;

/** A system printer's name, safe as a program argument and in a path; else why not. */
export function queueName(given: string, platform: NodeJS.Platform = process.platform): { name: string } | NameRefusal {
  const is = platform === 'win32' ? WINDOWS_PRINTER.test(given) && !WINDOWS_OWN.test(given) : QUEUE.test(given);
  if (is) return { name: given };
  const name = shortly(given);
  return {
    text: message('printer.notSystemPrinter', { name }),
    hint: message('printer.systemNameCharacters'),
  };
}

/** Path of a shared printer, which is opened like a file, so that no program or shell sees the name. Null for an invalid name. */
export function sharePath(name: string): string | null {
  return WINDOWS_SHARE.test(name) ? `\\\\localhost\\${name}` : null;
}

/** Can't be an option: starts with a letter, digit or underscore. CUPS forbids blanks, "/" and "#". */
const QUEUE = /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}_.+:@()=,-]{0,126}$/u;
/** Optionally with its computer's name. No commas or "!", which Windows interprets. */
const WINDOWS_PRINTER = /^(?:\\\\[\w.-]{1,63}\\)?[\p{L}\p{N}_](?:[\p{L}\p{M}\p{N}_.()&#'+@= -]{0,200}[\p{L}\p{M}\p{N}_)'+=-])?$/u;
const WINDOWS_SHARE = /^[\p{L}\p{N}_](?:[\p{L}\p{M}\p{N}_.() -]{0,78}[\p{L}\p{M}\p{N}_)-])?$/u;
/** Names Windows reserves for devices and pipes. */
const WINDOWS_OWN = /^(?:con|prn|aux|nul|com\d|lpt\d|pipe|mailslot|ipc)(?:\.|$)/i;

function shortly(given: string): string {
  const plain = given.replaceAll(/[\p{Cc}\p{Cs}\p{Bidi_Control}]/gu, '?');
  return plain.length > 60 ? `"${plain.slice(0, 60)}…"` : `"${plain}"`;
}
