import { plainLetters } from '../../../kit/text/plain-letters.ts';

const SLUG_LENGTH_MAX = 80;

/** `Parkhaus Büchel` -> `parkhaus-buchel`; `lot` when no Latin letter or digit remains. */
export function slugOf(name: string): string {
  const words = plainLetters(name)
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
  return words.join('-').slice(0, SLUG_LENGTH_MAX).replace(/-$/, '') || 'lot';
}
