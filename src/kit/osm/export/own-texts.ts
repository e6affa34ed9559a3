/** The operator's own reference, and what mappers write for each other. */
const OWN_TEXTS = /^(?:ref|note|fixme|source)(?:$|:)/i;

/** Whether a tag is the operator's own text, which only it may give to others. */
export function isOwnText(key: string): boolean {
  return OWN_TEXTS.test(key);
}
