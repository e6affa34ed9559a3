import { writeFileSync } from 'node:fs';
import { describedNow } from './described-now.ts';
import { breakingChanges, pathOf } from './kept.ts';

// Keeps what is promised now as the last release. Run when a version is released.

const broken = breakingChanges(new Date());
if (broken.length > 0) {
  process.stderr.write(`not kept, because these changes break programs:\n${broken.join('\n')}\n`);
  process.exitCode = 1;
} else
  for (const [name, described] of Object.entries(describedNow()))
    writeFileSync(pathOf(name), `${JSON.stringify(described, null, 1)}\n`);
