import type { Visit } from '../browser.ts';
import { type Judged, judgePage } from './judge-page.ts';
import type { Written } from './texts.ts';

/** Of pages that differ in their choices alone, such as a filter. */
const CHOICES_MAX = 3;
const CHOICE = /[?&](?!cursor=)(\w+)=[^&]*/g;
const ID = /[0-9a-f]{8}-[0-9a-f-]{27}|[a-z]+_[0-9a-f]{32}/g;

/** Pages that are judged one after another in one window. */
export type Walk = Readonly<{
  visit: Visit;
  written: Written;
  /** What is wrong, by the page on which it was seen last. */
  faults: Map<string, string>;
  /** The marks of the texts that were seen. */
  shown: Set<string>;
  /** One page of each kind, by its path without ids, and the choices that it has. */
  pages: Map<string, Readonly<{ path: string; choices: string[] }>>;
}>;

/** A walk that has not begun. */
export function newWalk(visit: Visit, written: Written): Walk {
  return { visit, written, faults: new Map(), shown: new Set(), pages: new Map() };
}

/**
 * Judges the page that is open. What is refused is no fault of a page where `mayRefuse`, but a
 * failure of the service is.
 */
export async function judgeOpen(walk: Walk, mayRefuse = false): Promise<Judged> {
  const { page, faults } = walk.visit;
  const judged = await judgePage(page, walk.written);
  const { pathname, search } = new URL(page.url());
  const isRefusal = (fault: string) => /^4\d\d for|status of 4\d\d/.test(fault);
  const heard = faults.splice(0).filter((fault) => !mayRefuse || !isRefusal(fault));
  for (const mark of judged.shown) walk.shown.add(mark);
  for (const fault of [...judged.faults, ...heard]) walk.faults.set(fault, pathname + search);
  return judged;
}

/** Opens these pages, and all of the dashboard that links lead to in live mode; judges each. */
export async function walkDashboard(walk: Walk, from: readonly string[]): Promise<void> {
  const { page } = walk.visit;
  const queue = [...from];
  const known = new Set(queue);
  const counts = new Map<string, number>();
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    await page.goto(path);
    const { links, choices } = await judgeOpen(walk);
    const { origin, pathname } = new URL(page.url());
    walk.pages.set(pathname.replaceAll(ID, ''), { path: pathname, choices });
    const ways = links.map((link) => new URL(link)).filter((url) => isOwn(url, origin));
    for (const { pathname: to, search } of ways) {
      const next = to + search;
      if (known.has(next)) continue;
      known.add(next);
      const kind = next.replaceAll(CHOICE, '$1').replaceAll(ID, '');
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      if (search === '' || search.includes('cursor=') || count <= CHOICES_MAX) queue.push(next);
    }
  }
}

const isOwn = ({ origin, pathname, search }: URL, own: string) =>
  origin === own && /^\/dashboard\b/.test(pathname) && !search.includes('mode=test');

/** Opens each kind of page with the text in each of its choices, and in the place of its id. */
export async function walkChoices(walk: Walk, text: string): Promise<void> {
  for (const { path, choices } of walk.pages.values()) {
    const queries = choices.map((name) => `${path}?${new URLSearchParams({ [name]: text })}`);
    for (const address of [...queries, path.replace(/[^/]+$/, encodeURIComponent(text))]) {
      await walk.visit.page.goto(address);
      await judgeOpen(walk, true);
    }
  }
}

/** Sends each form of each kind of page with the text in all of its fields. */
export async function walkForms(walk: Walk, text: string): Promise<void> {
  const { page } = walk.visit;
  for (const { path } of walk.pages.values())
    for (let i = 0; ; i += 1) {
      await page.goto(path);
      // What a form did may have taken another away.
      if (i >= (await page.locator(FORMS).count())) break;
      await Promise.all([
        page.waitForEvent('load'),
        page.evaluate(`(${SEND})(${i}, ${JSON.stringify(text)})`),
      ]);
      await judgeOpen(walk, true);
    }
}

/** Those that neither sign the person out nor end where they are signed in. */
const FORMS =
  'form[method="post"]:not([action*="sign-out"], [action*="/operator"], :has([value^="end"]))';
const SEND = `(i, text) => {
  const form = document.querySelectorAll('${FORMS}')[i];
  for (const field of form.querySelectorAll('input:not([name="csrf"]), textarea')) {
    if (['checkbox', 'radio'].includes(field.type)) continue;
    if (field.type !== 'hidden') field.type = 'text';
    field.value = text;
  }
  form.noValidate = true;
  form.requestSubmit(form.querySelector('button:not([type="button"])'));
}`;
