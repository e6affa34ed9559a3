export const EVENTS_TYPE = 'text/event-stream';

/** How a body of a content type is made and checked. */
export type Kind = 'json' | 'text' | 'events' | 'bytes';

/** What a Content-Type header names, without its parameters. */
export function essenceOf(header: string): string {
  const [essence = ''] = header.split(';');
  return essence.trim().toLowerCase();
}

/** YAML and XML are text; what nobody here can read, such as an image, is bytes. */
export function kindOf(essence: string): Kind {
  if (essence === 'application/json' || essence.endsWith('+json')) return 'json';
  if (essence === EVENTS_TYPE) return 'events';
  const isText = essence.startsWith('text/') || /[/+](xml|yaml)$/.test(essence);
  return isText ? 'text' : 'bytes';
}

/** The header that says so: where the type leaves the charset open, with it. */
export function contentTypeHeader(essence: string): string {
  const kind = kindOf(essence);
  const isOpen = essence === 'application/json' || (kind === 'text' && essence.startsWith('text/'));
  return isOpen ? `${essence}; charset=utf-8` : essence;
}
