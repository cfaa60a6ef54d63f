/** Uses the system's login list or, on Linux, an autostart file. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { app } from 'electron';

export function startAtLogin(on: boolean, command: readonly string[]): void {
  if (process.platform !== 'linux') {
    const [path = process.execPath, ...args] = command;
    app.setLoginItemSettings({ openAtLogin: on, path, args: [...args] });
    return;
  }
  const file = join(process.env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'autostart', 'tillbridge.desktop');
  if (!on) return rmSync(file, { force: true });
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, desktopEntry(command));
}

/** freedesktop.org desktop entry; words are quoted and escaped. */
function desktopEntry(command: readonly string[]): string {
  const quoted = command.map(
    (word) =>
      `"${word
        .replaceAll('%', '%%')
        .replaceAll(/["`$\\]/g, '\\$&')
        .replaceAll('\\', '\\\\')}"`,
  );
  return `[Desktop Entry]\nType=Application\nName=Tillbridge\nExec=${quoted.join(' ')}\nX-GNOME-Autostart-enabled=true\n`;
}
