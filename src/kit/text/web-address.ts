const WEB = /^https?:\/\/([^/?#]+)/i;
/** Browsers read a backslash as a slash, so the host may be another than it seems. */
const MISLEADING = /[\\\p{Control}]/u;
/** An address with a user, anywhere in a text. Browsers take any number of slashes. */
const WITH_USER = /[a-z][a-z0-9+.-]*:[/\\]+[^/\\?#\s]*@/i;

/**
 * Whether the text is an http or https address that may be shown to everybody: with a host, and
 * without a user or a password, not even an empty one.
 */
export function isWebAddress(text: string): boolean {
  const [, authority] = WEB.exec(text) ?? [];
  if (authority === undefined || MISLEADING.test(text)) return false;
  return !authority.includes('@') && URL.canParse(text);
}

/** Whether a text contains an address with a user, and perhaps a password. */
export function namesUser(text: string): boolean {
  return WITH_USER.test(text);
}
