/**
 * What must be read twice, in one line or across a line break of prose. Plainer: is shown, is
 * stated, without, whose, the previous one, again.
 */
export const READ_TWICE =
  /\b(?:is told|is said|says nothing|of which|of whom|the one before|an[e]w)\b/gi;
