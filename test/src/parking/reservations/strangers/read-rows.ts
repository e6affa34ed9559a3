import { readdirSync, readFileSync } from 'node:fs';

type Row = { file: string; verdict: string; text: string };

const HERE = new URL('.', import.meta.url);

/** Reads `verdict | sentence` lines, ignoring empty lines and those that begin with `#`. */
export function readRows(): Row[] {
  const files = readdirSync(HERE)
    .filter((name) => name.endsWith('.txt'))
    .toSorted();
  return files.flatMap((file) =>
    readFileSync(new URL(file, HERE), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => {
        const [verdict = '', ...words] = line.split(' | ');
        return { file, verdict, text: words.join(' | ') };
      }),
  );
}
