/** A desktop session of its own for a test: a D-Bus and a real gnome-keyring daemon, with a home in a temporary folder. */
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface KeyringSession {
  /** For processes that belong to this session. */
  env: NodeJS.ProcessEnv;
  /** The daemon hangs: it takes calls and answers none. */
  freeze(): void;
  thaw(): void;
  end(): Promise<void>;
}

const SESSION = `
if [ "$1" = unlocked ]; then
  printf counter | gnome-keyring-daemon --unlock --foreground --components=secrets >/dev/null 2>&1 &
else
  gnome-keyring-daemon --start --foreground --components=secrets >/dev/null 2>&1 &
fi
keyring=$!
tries=0
until dbus-send --session --print-reply --dest=org.freedesktop.DBus / org.freedesktop.DBus.NameHasOwner string:org.freedesktop.secrets | grep -q 'boolean true'; do
  tries=$((tries + 1)); [ $tries -lt 200 ] || exit 1
  sleep 0.05
done
echo "$DBUS_SESSION_BUS_ADDRESS $keyring"
cat >/dev/null
kill -CONT $keyring; kill $keyring; wait $keyring
`;

/** The keyring's password is set by the first unlocked session of a home; a later session of it may start locked. */
export async function startKeyring(home: string, state: 'unlocked' | 'locked'): Promise<KeyringSession> {
  mkdirSync(join(home, 'run'), { recursive: true, mode: 0o700 });
  const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...inherited } = process.env;
  const env = { ...inherited, HOME: home, XDG_DATA_HOME: join(home, 'data'), XDG_RUNTIME_DIR: join(home, 'run') };
  const session = spawn('dbus-run-session', ['--', 'sh', '-c', SESSION, 'sh', state], { env, stdio: ['pipe', 'pipe', 'ignore'] });
  const line = await new Promise<string>((resolve, reject) => {
    session.once('error', reject);
    session.once('exit', (code) => reject(new Error(`The keyring session ended with ${code}.`)));
    createInterface({ input: session.stdout }).once('line', resolve);
  });
  const [address = '', pid = ''] = line.split(' ');
  const inside = { ...env, DBUS_SESSION_BUS_ADDRESS: address };
  const ended = new Promise<void>((resolve) => session.once('close', () => resolve()));
  return {
    env: inside,
    freeze: () => void process.kill(Number(pid), 'SIGSTOP'),
    thaw: () => void process.kill(Number(pid), 'SIGCONT'),
    async end() {
      session.stdin.end();
      await ended;
    },
  };
}
