export const EVENTS_TYPE = 'text/event-stream';

/** How a body of this content type is serialised and checked. */
type Kind = 'json' | 'text' | 'events' | 'bytes';

/** The content type in a Content-Type header, without its parameters. */
export function essenceOf(header: string): string {
  const [essence = ''] = header.split(';');
  return essence.trim().toLowerCase();
}

/** YAML and XML are text. Anything that this service cannot read, such as an image, is bytes. */
export function kindOf(essence: string): Kind {
  if (essence === 'application/json' || essence.endsWith('+json')) return 'json';
  if (essence === EVENTS_TYPE) return 'events';
  const isText = essence.startsWith('text/') || /[/+](xml|yaml)$/.test(essence);
  return isText ? 'text' : 'bytes';
}

/** Distinguishes a catalogue of interfaces from other sets of links (RFC 9727, 4.2). */
const CATALOG_PROFILE = 'profile="https://www.rfc-editor.org/info/rfc9727"';

/**
 * The Content-Type header of a content type, with a charset where readers may assume another: a
 * stream of events is always UTF-8, but some clients take every text for Latin-1.
 * The only set of links is the catalogue of interfaces.
 */
export function contentTypeHeader(essence: string): string {
  if (essence === 'application/linkset+json') return `${essence}; ${CATALOG_PROFILE}`;
  const isOpen = essence === 'application/json' || essence.startsWith('text/');
  return isOpen ? `${essence}; charset=utf-8` : essence;
}
