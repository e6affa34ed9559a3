import { expect } from 'vitest';
import { freePort } from '../../browser/free-port.ts';
import { startTestApi } from '../client.ts';
import { openBrowser, type Seen } from '../oauth/browser.ts';
import { CLIENT, type Employee, startCompanyProvider } from './company-provider.ts';
import { openVisitor } from './visitor.ts';

export const BEGIN = '/dashboard/sign-in/company';
export const RETURN = `${BEGIN}/return`;
export const LINK = '/dashboard/account/company';

const READING_MS = 500;

export type CompanyStage = Awaited<ReturnType<typeof openCompanyStage>>;
export type BothBrowsers = ReturnType<CompanyStage['openBoth']>;
type Visitor = Awaited<ReturnType<typeof openVisitor>>;

/** A service with the provider of a company, an operator there, and browsers that go to both. */
export async function openCompanyStage() {
  // Readings are apart, so that no budget is used up.
  const clock = { ms: Date.now(), now: () => (clock.ms += READING_MS) };
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  const idp = await startCompanyProvider(baseUrl + RETURN);
  const company = { issuer: idp.issuer, ...CLIENT };
  const api = await startTestApi({ clock, config: { port, baseUrl, company } });
  const { operatorId } = await api.createKey();
  let count = 0;

  /** Somebody new of the company is at the browser. */
  function newEmployee(more: Partial<Employee> = {}): Employee {
    idp.at.employee = { sub: `e${++count}`, name: 'Kim Lee', ...more };
    return idp.at.employee;
  }

  /** A browser at this service and at the provider, which keeps the cookies of each. */
  function openBoth(person?: Visitor) {
    const here = openBrowser({ baseUrl, who: { person: person && { ...person, memberId: '' } } });
    const there = openBrowser({ baseUrl: idp.issuer, who: { person: undefined } });
    /** The address with which the provider sends the browser back. */
    async function ask(path = BEGIN, form?: Record<string, string>): Promise<string> {
      const headers = { origin: baseUrl };
      const sent = form && { method: 'POST', body: new URLSearchParams(form), headers };
      const left = await here.open(path, sent);
      expect(left.url, left.text).toContain(`${idp.issuer}/`);
      return (await there.open(left.url)).url;
    }
    const comeBack = async (path?: string, form?: Record<string, string>) =>
      here.open(await ask(path, form));
    const isIn = async () => pathOf(await here.open('/dashboard/account')) === '/dashboard/account';
    return { here, ask, comeBack, isIn };
  }

  /** Somebody who joined by an invitation and linked the account of a new employee. */
  async function linkedPerson() {
    const employee = newEmployee();
    const person = await openVisitor(api, { operatorId });
    const seen = await openBoth(person).comeBack(LINK, { csrf: person.csrf });
    expect(pathOf(seen), seen.text).toBe('/dashboard/account');
    return { person, employee };
  }

  async function stop() {
    await api.stop();
    await idp.stop();
  }
  return { api, baseUrl, idp, operatorId, newEmployee, openBoth, linkedPerson, stop };
}

export const pathOf = ({ url }: Seen) => new URL(url).pathname;
