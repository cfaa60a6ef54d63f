/** An own desktop session for a test: D-Bus and a real gnome-keyring daemon, with a temporary home. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface KeyringSession {
  /** The environment of this session's processes. */
  env: NodeJS.ProcessEnv;
  unlock(): Promise<void>;
  /** Kills the daemon. The next call starts another one, which is locked. */
  kill(): void;
  /** The daemon hangs: it accepts calls and answers none. */
  freeze(): void;
  thaw(): void;
  end(): Promise<void>;
}

/** Environment variable of a session: its daemon's process. */
const DAEMON = 'TILLBRIDGE_TEST_KEYRING';

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

/** A home's first unlocked session sets the keyring's password; a later one may start locked. */
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
  const inside = { ...env, DBUS_SESSION_BUS_ADDRESS: address, [DAEMON]: pid };
  const ended = new Promise<void>((resolve) => session.once('close', () => resolve()));
  return {
    env: inside,
    unlock: () => unlockKeyring(join(home, 'run', 'keyring', 'control')),
    kill: () => void process.kill(Number(pid), 'SIGKILL'),
    freeze: () => void process.kill(Number(pid), 'SIGSTOP'),
    thaw: () => void process.kill(Number(pid), 'SIGCONT'),
    async end() {
      session.stdin.end();
      await ended;
    },
  };
}

/** Replaces the daemon with another, unlocked one, which ends with the session's bus. */
export async function restartKeyring(): Promise<void> {
  process.kill(Number(process.env[DAEMON]), 'SIGKILL');
  const daemon = spawn('gnome-keyring-daemon', ['--unlock', '--foreground', '--components=secrets'], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  daemon.stdin.end('counter');
  daemon.unref();
  process.env[DAEMON] = String(daemon.pid);
  const owner = ['--session', '--print-reply', '--dest=org.freedesktop.DBus', '/', 'org.freedesktop.DBus.GetConnectionUnixProcessID'];
  for (let tries = 0; tries < 200; tries += 1) {
    const { stdout } = spawnSync('dbus-send', [...owner, 'string:org.freedesktop.secrets'], { encoding: 'utf8' });
    if (stdout.includes(`uint32 ${daemon.pid}`)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('The keyring did not come back.');
}

/** On the daemon's control socket: a credentials byte, then length, operation 1 (unlock) and the password. */
async function unlockKeyring(control: string): Promise<void> {
  const password = Buffer.from('counter');
  const head = Buffer.alloc(12);
  head.writeUInt32BE(head.length + password.length, 0);
  head.writeUInt32BE(1, 4);
  head.writeUInt32BE(password.length, 8);
  const socket = connect(control);
  const answer = await new Promise<Buffer>((resolve, reject) => {
    socket.once('error', reject);
    socket.once('data', resolve);
    // The daemon reads the credentials separately first.
    socket.write(Buffer.from([0]), () => setTimeout(() => socket.write(Buffer.concat([head, password])), 100));
  });
  socket.destroy();
  if (answer.readUInt32BE(4) !== 0) throw new Error('The keyring was not unlocked.');
}
