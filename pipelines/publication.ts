import type { Postgres } from '../src/stores/postgres.ts';

/** What readers see now (null: nothing yet), and the database's clock in ISO 8601 UTC. */
export type Publication = { publication_id: string | null; now: string };

export async function findPublication(db: Postgres): Promise<Publication> {
  const [publication] = await db.query<Publication>('publication_find');
  if (publication === undefined) throw new Error('the database does not tell its time');
  return publication;
}
