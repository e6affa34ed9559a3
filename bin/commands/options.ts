import { Option } from 'commander';

export type Mode = 'live' | 'test';

/** Which of the two worlds a command writes to. */
export function modeOption(): Option {
  return new Option('--mode <mode>', 'live or test world')
    .choices(['live', 'test'])
    .default('live');
}
