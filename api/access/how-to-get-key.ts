import type { Config } from '../../src/config.ts';

export type Contact = Pick<Config, 'contactEmail'>;

/** Who gives plans and keys: the owner of the service, with an address where one is set. */
export function ownerOf({ contactEmail }: Contact): string {
  const address = contactEmail === undefined ? 'no address is set' : contactEmail;
  return `whoever runs this service (${address})`;
}

/** The two ways to a key, for people and models. */
export function howToGetKey(contact: Contact): string {
  return (
    'a key with keys:write makes others that may do no more than itself (POST /api/v1/keys); ' +
    `or ask ${ownerOf(contact)}`
  );
}
