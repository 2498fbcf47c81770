import type { World } from './world.ts';

/** Takes a person out of the document, in the database and in what is known to be true. */
export function takeRights(world: World, userId: string): void {
  const { truth, database } = world;
  truth.editors.delete(userId);
  for (const session of database.tables.sessions.values())
    if (session.userId === userId) truth.revoked.add(session.id);
  database.removeMember(userId);
}
