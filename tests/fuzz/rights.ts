import type { World } from './world.ts';

/** Removes a member, in the database and in the truth. */
export function takeRights(world: World, userId: string): void {
  const { truth, database } = world;
  truth.editors.delete(userId);
  for (const session of database.tables.sessions.values())
    if (session.userId === userId) truth.revoked.add(session.id);
  database.removeMember(userId);
}
