import type { OAuthStage } from './stage.ts';

type Fields = Record<string, string>;

export type Seen = { status: number; url: string; text: string; headers: Headers };

/** What a browser does: it keeps cookies by path, and follows redirects within the service. */
export function openBrowser({ baseUrl, who }: Pick<OAuthStage, 'baseUrl' | 'who'>) {
  const cookies = new Map<string, { value: string; path: string }>();
  if (who.person !== undefined) become(who.person);

  /** Somebody signs in, or somebody else does. */
  function become({ cookie }: { cookie: string }): void {
    for (const pair of cookie.split('; ')) {
      const [name = '', value = ''] = pair.split('=');
      cookies.set(`${name} /dashboard`, { value, path: '/dashboard' });
    }
  }

  function store(headers: Headers): void {
    for (const line of headers.getSetCookie()) {
      const [pair = '', ...rest] = line.split('; ');
      const name = pair.slice(0, pair.indexOf('='));
      const value = pair.slice(name.length + 1);
      const path = rest.find((one) => /^path=/i.test(one))?.slice('path='.length) ?? '/';
      if (value === '') cookies.delete(`${name} ${path}`);
      else cookies.set(`${name} ${path}`, { value, path });
    }
  }

  function cookieFor(url: URL): string {
    const fitting = [...cookies].filter(([, { path }]) => url.pathname.startsWith(path));
    return fitting.map(([key, { value }]) => `${key.split(' ')[0]}=${value}`).join('; ');
  }

  async function load(target: string | URL, init: RequestInit = {}): Promise<Seen> {
    const url = new URL(target, baseUrl);
    const answer = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { ...init.headers, cookie: cookieFor(url) },
    });
    store(answer.headers);
    const text = await answer.text();
    return { status: answer.status, url: url.href, text, headers: answer.headers };
  }

  /** Goes on until there is a page, or the browser is sent to another place. */
  async function open(target: string | URL, init: RequestInit = {}): Promise<Seen> {
    let seen = await load(target, init);
    for (let location = onward(seen); location !== undefined; ) {
      const next = new URL(location, seen.url);
      if (next.origin !== baseUrl) return { ...seen, url: next.href };
      seen = await load(next);
      location = onward(seen);
    }
    return seen;
  }

  /** Sends the form of a page as it is, with what a person changes in it. */
  function submit(page: Seen, changes: Record<string, string | undefined>): Promise<Seen> {
    const fields: Record<string, string | undefined> = { ...fieldsOf(page.text), ...changes };
    const body = new URLSearchParams();
    for (const [name, value] of Object.entries(fields))
      if (value !== undefined) body.set(name, value);
    return open(page.url, { method: 'POST', body, headers: { origin: baseUrl } });
  }

  return { load, open, submit, become, cookies };
}

/** Where an answer or a page leads by itself. */
function onward({ headers }: Seen): string | undefined {
  return headers.get('location') ?? headers.get('refresh')?.replace('0; url=', '');
}

/** The fields of a form as the page shows them; boxes and buttons as they are ticked. */
export function fieldsOf(html: string): Fields {
  const fields: Fields = {};
  for (const [tag] of html.matchAll(/<input[^>]*>/g)) {
    const attribute = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1];
    const [name, type] = [attribute('name'), attribute('type')];
    const isLeft = (type === 'checkbox' || type === 'radio') && !tag.includes(' checked');
    if (name !== undefined && !isLeft)
      fields[name] = attribute('value') ?? (type === 'checkbox' ? 'on' : '');
  }
  for (const [, name = '', options = ''] of html.matchAll(
    /<select[^>]* name="([^"]*)"[^>]*>([\s\S]*?)<\/select>/g,
  ))
    fields[name] = /value="([^"]*)"/.exec(options)?.[1] ?? '';
  return fields;
}
