import { newId } from '../../src/access/ids.ts';
import { startSignIn } from '../../src/access/sign-in/sign-ins.ts';
import type { Comparison, Run } from '../report.ts';
import { callFor, getLoop, type HttpCall, httpLoop, openClient } from '../stage/load.ts';
import { addLots } from '../stage/parking.ts';
import type { Stack } from '../stage/stack.ts';

const DEVICE = { deviceToken: null, userAgent: 'bench', ip: null };
const IN_FLIGHT = 32;
const AIM = '>= 0.3';
/** As browsers send it. */
const CODINGS = 'gzip, deflate, br';
/** Enough that nobody's budget is used up, whose pages are opened in turn. */
const PEOPLE = 400;
/** Of the operator whose pages are opened: a page of the list. */
const LOTS = 50;

/** Pages that people read, a text that each must contain, and whether somebody is signed in. */
const PAGES = [
  { path: '/', text: 'Parking, and what it costs', isClosed: false },
  { path: '/docs/by-hand', text: '<article', isClosed: false },
  { path: '/dashboard', text: 'Occupancy now', isClosed: true },
  { path: '/dashboard/lots', text: 'listed', isClosed: true },
  { path: '/dashboard/keys', text: 'bench', isClosed: true },
] as const;

type MeasuredPage = (typeof PAGES)[number];

/** GET of pages for people, as browsers ask for them, against hello behind the same middleware. */
export async function comparePages(stack: Stack, run: Run): Promise<Comparison[]> {
  const { pairs, durationMs, say } = run;
  const nextCall = await layOut(stack);
  await checkPages(stack, nextCall);
  const loops = { inFlight: IN_FLIGHT, durationMs };
  const target = { ...stack, acceptEncoding: CODINGS, expectStatus: 200 };
  const measured = PAGES.map((page) => ({ page, pairs: [] as Comparison['pairs'] }));
  for (let pair = 0; pair < pairs; pair += 1)
    for (const { page, pairs: found } of measured) {
      say(`${titleOf(page)}, pair ${pair + 1} of ${pairs}`);
      const bare = await getLoop(stack, () => '/hello', loops);
      const ours = await httpLoop({ ...target, nextCall: () => nextCall(page) }, loops);
      found.push({ ours, bare });
    }
  return measured.map(({ page, pairs: found }) => ({
    title: titleOf(page),
    against: 'hello behind the same middleware',
    figure: 'perSecond',
    aim: AIM,
    pairs: found,
  }));
}

const titleOf = ({ path, isClosed }: MeasuredPage) =>
  `GET ${path}, ${isClosed ? 'signed in, ' : ''}32 in flight`;

/**
 * Cookies of as many owners of the operator of the stack. A person has a budget of calls a minute,
 * which a measurement would use up.
 */
async function addOwners({ db, sql, operatorId }: Stack, count: number): Promise<string[]> {
  const cookies: string[] = [];
  for (let i = 0; i < count; i += 1) {
    const [personId, memberId] = [newId('per'), newId('mem')];
    await sql('insert into people (person_id, name) values ($1, $2)', [personId, `Owner ${i}`]);
    await sql(
      `insert into members (member_id, operator_id, person_id, role)
       values ($1, $2, $3, 'owner')`,
      [memberId, operatorId, personId],
    );
    const asked = { personId, memberId, method: 'invitation', device: DEVICE } as const;
    const { token } = await startSignIn(db, asked);
    cookies.push(`hexlot_session=${token}`);
  }
  return cookies;
}

/** People and lots, and how a page is asked for by the next of these people. */
async function layOut(stack: Stack): Promise<(page: MeasuredPage) => HttpCall> {
  const cookies = await stack.once('owners', () => addOwners(stack, PEOPLE));
  await stack.once('lots of pages', () => addLots(stack, { count: LOTS, totalSpaces: 100 }));
  let last = 0;
  return ({ path, isClosed }) => {
    if (!isClosed) return { method: 'GET', path };
    last += 1;
    return { method: 'GET', path, headers: { cookie: cookies[last % cookies.length] ?? '' } };
  };
}

/** Throws unless each page is the one that is meant. */
async function checkPages(stack: Stack, nextCall: (page: MeasuredPage) => HttpCall): Promise<void> {
  const client = openClient(stack, 1);
  for (const page of PAGES) {
    const answer = await callFor(client, 200, nextCall(page));
    if (!answer.includes(page.text)) throw new Error(`${page.path} does not say ${page.text}`);
  }
  await client.close();
}
