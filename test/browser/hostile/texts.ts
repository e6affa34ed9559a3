// Texts that would do something if a page took them for HTML, a script, an address or its layout.

const PIECES: readonly ((mark: string) => string)[] = [
  (mark) => `javascript:${mark}()`,
  (mark) => `${mark}<script>${mark}()</script>`,
  (mark) => `${mark}"><img src=x onerror=${mark}()>`,
  (mark) => `${mark}' onfocus='${mark}()' x='`,
  (mark) => `${mark}</textarea></title></script><b>`,
  (mark) => `${mark}{{7*7}}\${7*7}<%=7*7%>`,
  (mark) => `${mark}&lt;b&gt;&quot;&#39;&amp;`,
  // What follows would be read backwards, and a part of it not be seen.
  (mark) => `${mark}\u202elive\u2066\u200b`,
];

/** Where only addresses, or the signs of plates, are taken. */
const DRESSED: readonly ((mark: string) => string)[] = [
  (mark) => `https://${mark}.example.com/"><img/src=x/onerror=${mark}()>'</textarea>`,
  (mark) => `"${mark}<script>"@example.com`,
  (mark) => `${mark}'onfocus='x'@example.com`,
  (mark) => `${mark}'x@example.com`,
  (mark) => `${mark}<b>`,
];

/**
 * Texts of at most this length with a word by which they are found again: all in one where there is
 * room. `dressed` are tried where none of them is taken.
 */
export function hostileTexts(lengthMax: number, mark: string) {
  const makeAll = (one: string) => PIECES.map((piece) => piece(one)).join(' ');
  const textsOf = (makers: typeof PIECES) =>
    makers.map((make) => make(mark)).filter((text) => text.length <= lengthMax);
  const all = textsOf([makeAll]);
  return { plain: all.length > 0 ? all : textsOf(PIECES), dressed: textsOf(DRESSED) };
}

/** Hostile texts that were written, by what wrote them. */
export type Written = Map<string, Readonly<{ mark: string; texts: readonly string[] }>>;

/** Texts to write next, of at most this length. */
export type NewTexts = (lengthMax: number) => ReturnType<typeof hostileTexts> & { mark: string };

/** Marks are numbered, and end so that none is the beginning of another. */
export function numberedTexts(): NewTexts {
  let count = 0;
  return (lengthMax) => {
    count += 1;
    const mark = `h${count}z`;
    return { mark, ...hostileTexts(lengthMax, mark) };
  };
}
