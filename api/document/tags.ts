import type { Json } from '../../src/kit/web/document/components.ts';

/** What the operations of each tag are for. */
const TAGS: Readonly<Record<string, string>> = {
  agents: 'For assistants: three questions at one address, and who the agents are',
  audit: 'Who did what to what',
  feeds: 'All lots in forms that other software reads',
  fleets: 'A space for each of up to 50 vehicles, or for none',
  health: 'Whether the service works',
  holds: 'A space that is held for a time, and paid once a session begins',
  intelligence: 'What parking costs and how much of it is taken, sold by answer',
  keys: 'API keys, and what they may do',
  'local-events': 'What is on around a place, for forecasts of demand',
  lots: 'Lots: find them, list your own, set their rates, report how full they are',
  meta: 'What this service offers',
  payouts: 'What an operator is paid for a month',
  sessions: 'Paid stays: start, look up, extend and end them, and refund them',
  usage: 'What was asked and what it cost',
  webhooks: 'Signed events to an address of yours, and the same events as lists',
};

/** A tag of the document, with its description where there is one. */
export function describeTag(name: string): Json {
  const description = TAGS[name];
  return { name, ...(description !== undefined && { description }) };
}
