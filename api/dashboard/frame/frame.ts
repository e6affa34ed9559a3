import { randomUUID } from 'node:crypto';
import { ONCE } from '../../dress/design-files.ts';
import { type Html, html } from '../../dress/html.ts';
import { page } from '../../dress/page.ts';
import type { Shown, Visit } from '../dashboard-page.ts';
import { TEST_MODE } from '../visit/href.ts';
import { type Place, placesFor } from './places.ts';

/** A whole page of the dashboard: where one is, whose it is, in which mode, and what it shows. */
export function dashboardFrame(visit: Visit, shown: Shown): string {
  const { title, main, scripts = [], styles = [] } = shown;
  const { operatorName } = visit.signIn;
  return page({
    title: `${title} · ${operatorName} · Hexlot`,
    scripts: [ONCE, ...scripts],
    styles,
    body: html`<div class="frame${!visit.livemode && ' test'}">
${topBar(visit)}
${sideBar(visit)}
<main id="main" tabindex="-1">
<div class="page-head"><h1>${title}</h1></div>
${main}
</main>
</div>`,
  });
}

function topBar(visit: Visit): Html {
  const { signIn, livemode } = visit;
  const { personName, operatorName, role, email } = signIn;
  return html`<header class="top">
<a class="brand" href="${visit.href('')}"><img src="/logo.svg" alt="" width="24"
height="24">Hexlot</a>
<span class="operator">${operatorName}</span>
${!livemode && html`<span class="badge warn">Nothing here is real</span>`}
${modeSwitch(visit)}
<details class="menu">
<summary>${personName}</summary>
<div>
<p class="quiet">${role} of ${operatorName}${email && html`<br>${email}`}</p>
<a href="${visit.href('/account')}">Your account</a>
${signIn.otherOperators.length > 0 && operatorChoice(visit)}
<form method="post" action="${visit.href('/sign-out')}">${csrfField(visit)}
<button>Sign out</button></form>
</div>
</details>
</header>`;
}

/** The other operators that a person may look at. */
function operatorChoice(visit: Visit): Html {
  return html`<form method="post" action="${visit.href('/operator')}">${csrfField(visit)}
${visit.signIn.otherOperators.map(
  (other) =>
    html`<button name="member_id" value="${other.memberId}">Go to ${other.operatorName}</button>
`,
)}</form>`;
}

/** The same page in the other mode: its address says the mode, so it can be shared. */
function modeSwitch({ livemode, path, query }: Visit): Html {
  const address = (isLive: boolean) => {
    const search = new URLSearchParams(query);
    search.delete('mode');
    if (!isLive) search.set('mode', TEST_MODE);
    return search.size === 0 ? path : `${path}?${search}`;
  };
  const current = html` aria-current="true"`;
  return html`<nav class="choice" aria-label="Mode">
<a href="${address(true)}"${livemode && current}>Live</a>
<a href="${address(false)}"${!livemode && current}>Test</a>
</nav>`;
}

function sideBar(visit: Visit): Html {
  const linkTo = ({ path, name }: Place) =>
    html`<li><a href="${visit.href(path)}"${
      isAt(visit, path) && html` aria-current="page"`
    }>${name}</a></li>
`;
  return html`<details class="side"><summary>Menu</summary>
<nav aria-label="Dashboard">
${placesFor(visit).map(
  ({ name, places }) => html`${name !== '' && html`<h2>${name}</h2>`}
<ul>${places.map(linkTo)}</ul>
`,
)}</nav></details>`;
}

/** Other places of the menu are below these. */
const ABOVE_OTHERS = ['', '/server'];

/** Whether this place, or a page below it, is open. */
function isAt({ path }: Visit, place: string): boolean {
  const whole = `/dashboard${place}`;
  return path === whole || (!ABOVE_OTHERS.includes(place) && path.startsWith(`${whole}/`));
}

/**
 * Belongs into each form: whose it is, and its Idempotency-Key, so that sent twice it does its work
 * once. `once` is that of a form which is shown again, and may have done it.
 */
export function csrfField({ csrf }: Pick<Visit, 'csrf'>, once: string = randomUUID()): Html {
  return html`<input type="hidden" name="csrf" value="${csrf}">
<input type="hidden" name="once" value="${once}">`;
}
