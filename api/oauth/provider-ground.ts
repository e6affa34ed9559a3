import type { Config } from '../../src/config.ts';
import type { FetchDocument } from '../../src/outbound/documents/fetch-document.ts';
import type { Postgres } from '../../src/stores/postgres.ts';

/** What connecting apps takes beside what all calls need. */
export type ForApps = Readonly<{
  /** Reads what an app says of itself. */
  fetchDocument: FetchDocument;
}>;

/** What a person reads where an app's request cannot be answered. */
export type ErrorPage = (
  error: string,
  description?: string,
) => Readonly<{ headers: Readonly<Record<string, string>>; body: string }>;

/** What the library that speaks the protocol works with. */
export type ProviderGround = ForApps &
  Readonly<{
    config: Pick<Config, 'baseUrl' | 'oauthRegistration'>;
    db: Postgres;
    errorPage: ErrorPage;
  }>;
