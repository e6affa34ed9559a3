import { Option } from 'commander';

export type Mode = 'live' | 'test';

/** Which of the two modes a command writes to. */
export function modeOption(): Option {
  return new Option('--mode <mode>', 'live or test mode').choices(['live', 'test']).default('live');
}
