/** Adds a kitchen display's station to the push that all displays share. Pure. */
import type { DisplayView, KitchenApp, StatePush } from '../../../contract/contract.ts';

type Any = StatePush<DisplayView>;

/** Returns the push itself if it has no app data, so it's serialized once for all displays. */
export function atStation(push: Any, station: string | null): Any {
  if (station === null) return push;
  const given = (app: KitchenApp): KitchenApp => ({ ...app, kitchen: { ...app.kitchen, station } });
  if (push.push === 'patch') {
    if (!push.changes.some(({ topic }) => topic === 'app')) return push;
    const changes = push.changes.map((change) =>
      change.topic === 'app' && change.value !== null ? { ...change, value: given(change.value as KitchenApp) } : change,
    );
    return { ...push, changes };
  }
  const app = Object.entries(push.state.app).map(([id, view]) => [id, given(view as KitchenApp)] as const);
  return { ...push, state: { ...push.state, app: Object.fromEntries(app) } } as Any;
}
