/**
 * The statement that writes a mart: the frame, with what the model says in place of "$mart",
 * "$key", "$stale" and "$rows". A model is the query of its rows, below two comments: `-- key:`
 * lists the columns that identify a row, and `-- stale:` is the condition for stored rows that the
 * query computes again. Throws when one of them is missing.
 */
export function completeMart(frame: string, mart: string, model: string): string {
  const stated = (word: string) => {
    const [, text] = model.match(new RegExp(`^-- ${word}: (.+)$`, 'm')) ?? [];
    if (text === undefined) throw new Error(`the mart ${mart} needs a comment "-- ${word}: …"`);
    return text;
  };
  const parts = new Map([
    ['mart', mart],
    ['key', stated('key')],
    ['stale', stated('stale')],
    ['rows', model.replace(/;\s*$/, '')],
  ]);
  return frame.replaceAll(/"\$(\w+)"/g, (mark, name: string) => parts.get(name) ?? mark);
}
