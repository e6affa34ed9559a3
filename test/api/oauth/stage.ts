import type { App } from '../../../api/app.ts';
import type { Role } from '../../../src/access/principals/roles.ts';
import type { Config } from '../../../src/config.ts';
import type { Clock } from '../../../src/kit/clock.ts';
import { freePort } from '../../browser/free-port.ts';
import { startTestApi, type TestApi } from '../client.ts';
import { openVisitor } from '../dashboard/visitor.ts';

/** An app that names a document, as assistants do. */
export const CLIENT_ID = 'https://app.example.com/client.json';
export const REDIRECT_URI = 'http://127.0.0.1:4711/callback';

export const CLIENT = {
  client_id: CLIENT_ID,
  client_name: 'Valet',
  redirect_uris: [REDIRECT_URI, 'https://app.example.com/callback'],
  token_endpoint_auth_method: 'none',
};

const READING_MS = 100;

export type OAuthStage = Awaited<ReturnType<typeof openOAuthStage>>;

/**
 * The server at the address by which it is known, with a person who has signed in, and documents of
 * apps in place of the Internet.
 */
export async function openOAuthStage(
  options: { config?: Partial<Config>; app?: Partial<App>; clock?: Clock } = {},
) {
  // Readings are apart, so that no budget is used up, and no token gets old.
  const clock = { ms: Date.now(), now: () => (clock.ms += READING_MS) };
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  const documents = new Map<string, unknown>([[CLIENT_ID, CLIENT]]);
  const api = await startTestApi({
    clock,
    ...options,
    config: { port, baseUrl, ...options.config },
    app: {
      async fetchDocument(url) {
        const text = JSON.stringify(documents.get(url) ?? {});
        return { status: documents.has(url) ? 200 : 404, headers: {}, text };
      },
      ...options.app,
    },
  });
  const key = await api.createKey();
  /** Somebody of an operator, who has signed in. */
  async function newPerson({
    operatorId = key.operatorId,
    role = 'owner',
    name = 'Ada',
  }: Partial<{ operatorId: string; role: Role; name: string }> = {}): Promise<Person> {
    const visitor = await openVisitor(api, { operatorId, role, person: { name } });
    const [member] = await api.database.sql<{ member_id: string }>(
      `select member_id from members join people using (person_id)
       where operator_id = $1 and name = $2 order by joined_at desc limit 1`,
      [operatorId, name],
    );
    return { ...visitor, memberId: member?.member_id ?? '' };
  }
  await rename(api, key.operatorId, 'Elm Parking');
  /** Whose browsers are opened; undefined: nobody's. */
  const who: { person: Person | undefined } = { person: await newPerson() };
  return { api, baseUrl, key, documents, who, newPerson };
}

type Person = Readonly<{ cookie: string; csrf: string; memberId: string }>;

export async function rename(api: TestApi, operatorId: string, name: string) {
  await api.database.sql('update operators set name = $2 where operator_id = $1', [
    operatorId,
    name,
  ]);
}
