import type { Page } from 'playwright-core';
import type { Written } from './texts.ts';

export type Judged = Readonly<{
  faults: string[];
  /** The marks of the hostile texts that it shows. */
  shown: string[];
  links: string[];
  /** The parameters of its address that it has fields or links for. */
  choices: string[];
}>;

/** What is wrong with a page that shows hostile texts, as it stands after its scripts have run. */
export function judgePage(page: Page, written: Written): Promise<Judged> {
  const texts = Object.fromEntries([...written.values()].map((one) => [one.mark, one.texts]));
  return page.evaluate<Judged>(`(${JUDGE})(${JSON.stringify(texts)})`);
}

const JUDGE = `(known) => {
  const faults = new Set();
  const shown = new Set();
  const ADDRESSES = ['href', 'src', 'action', 'formaction', 'data', 'poster', 'xlink:href'];
  const NEVER = ['iframe', 'object', 'embed', 'base', 'frame', 'style', 'template'];
  const say = (what, element) => faults.add(what + ': ' + element.outerHTML.slice(0, 300));
  const squeeze = (text) => text.replace(/[ \\t\\r\\n\\f]+/g, ' ').trim();

  /** In JSON, as an address has it, its host alone, in a table, and as a plate is stored. */
  const formsOf = (text) => [
    text,
    JSON.stringify(text).slice(1, -1),
    URL.canParse(text) ? new URL(text).href : text,
    URL.canParse(text) && new URL(text).hostname !== '' ? new URL(text).hostname : text,
    text.replaceAll('"', '""'),
    text.replace(/\\p{Cf}/gu, ''),
  ];

  /** A text that has the mark of a hostile one has all of it, as it was written. */
  function read(text, element) {
    for (const [mark] of text.matchAll(/h\\d+z/g)) {
      if (!(mark in known)) continue;
      const forms = known[mark].flatMap(formsOf).map(squeeze);
      if (forms.some((one) => squeeze(text).includes(one))) shown.add(mark);
      else say('not as written, ' + JSON.stringify(text.slice(0, 300)), element);
    }
  }

  function judge(element) {
    const name = element.localName;
    if (NEVER.includes(name)) say('an element of nobody', element);
    if (name === 'script' && !(element.src.startsWith(location.origin + '/') && !element.text))
      say('a script of nobody', element);
    if (name === 'img' && !element.src.startsWith(location.origin + '/')) say('a picture', element);
    for (const { name: attribute, value } of element.attributes) {
      if (!/^[a-z]+[a-z-]*[a-z0-9]*$/i.test(attribute) || /^on/i.test(attribute))
        say('an attribute of nobody', element);
      if (ADDRESSES.includes(attribute) && !/^https?:$/.test(new URL(value, location).protocol))
        say('an address that runs', element);
      if (!ADDRESSES.includes(attribute)) read(value, element);
    }
    if (name === 'input' || name === 'textarea') read(element.value, element);
  }

  /** Nothing else stands beside a text that turns what follows, up to where its turn ends. */
  function isAlone(node) {
    const isApart = (one) => getComputedStyle(one).unicodeBidi !== 'normal';
    let around = node.parentElement;
    while (around.parentElement && !isApart(around)) around = around.parentElement;
    return squeeze(around.textContent) === squeeze(node.data);
  }

  for (const element of document.querySelectorAll('*')) judge(element);
  const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    read(node.data, node.parentElement);
    const isField = ['textarea', 'option', 'title'].includes(node.parentElement.localName);
    if (node.data.includes('\\u202e') && !isField && !isAlone(node))
      say('turns what stands beside it', node.parentElement);
  }
  const links = [...document.querySelectorAll('a[href]')].map(({ href }) => href);
  const asked = [...document.querySelectorAll('form[method="get"] [name]')];
  const fields = asked.map(({ name }) => name);
  const chosen = links
    .map((link) => new URL(link))
    .filter(({ origin, pathname }) => origin + pathname === location.origin + location.pathname)
    .flatMap(({ searchParams }) => [...searchParams.keys()]);
  const choices = [...new Set([...fields, ...chosen])];
  return { faults: [...faults], shown: [...shown], links, choices };
}`;
