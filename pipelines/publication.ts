import type { Postgres } from '../src/stores/postgres.ts';

/** The id of the publication that readers see now; null before the first. */
type Publication = { publicationId: string | null };

export async function findPublication(db: Postgres): Promise<Publication> {
  const [publication] = await db.query<Publication>('publication_find');
  if (publication === undefined) throw new Error('the database returned no publication');
  return publication;
}
