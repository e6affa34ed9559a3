import { COPY } from '../../dress/design-files.ts';
import { html } from '../../dress/html.ts';
import type { KeyShape } from '../../v1/keys/key-shape.ts';
import type { Shown, Visit } from '../dashboard-page.ts';
import { notice, sentBefore } from '../parts/notice.ts';

/** `secret` is in the first answer alone. */
export type MadeKey = { key: KeyShape; secret?: string };

/** A key with its secret: this answer is the only one that has it. */
export function shownOnce(visit: Visit, { key, secret }: MadeKey, title: string): Shown {
  const { href, api } = visit;
  if (secret === undefined)
    return {
      title,
      main: html`${sentBefore}
<p><a class="button" href="${href(`/keys/${key.id}`)}">About this key</a></p>`,
    };
  const call = `curl -H 'Authorization: Bearer ${secret}' ${api.config.baseUrl}/api/v1/me`;
  return {
    title,
    scripts: [COPY],
    main: html`${notice('warn', 'Copy it now: it is shown this once, and stored nowhere.')}
<h2>${key.name}</h2>
<div class="copyable"><pre><code>${secret}</code></pre></div>
<p>Try it:</p>
<div class="copyable"><pre><code>${call}</code></pre></div>
<p><a class="button" href="${href(`/keys/${key.id}`)}">About this key</a>
<a class="button" href="${href('/keys')}">All keys</a></p>`,
  };
}
