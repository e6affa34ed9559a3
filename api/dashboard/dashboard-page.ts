import type { Principal } from '../../src/access/principals/principal.ts';
import type { SignIn } from '../../src/access/sign-in/sign-ins.ts';
import type { Peer } from '../access/peer.ts';
import type { Api } from '../app.ts';
import type { Html } from '../dress/html.ts';
import type { StaticFile } from '../dress/static-files.ts';
import type { OAuth } from '../oauth/oauth.ts';
import type { CallOperation } from './visit/call.ts';
import type { Form } from './visit/form.ts';

/** What a page is asked, by whoever opens it. */
export type Asked = Readonly<{
  api: Api;
  oauth: OAuth;
  peer: Peer;
  requestId: string;
  /** Of the page, such as `/dashboard/lots`. */
  path: string;
  /** How the browser calls itself; null: not at all. */
  userAgent: string | null;
  /** By name, of the braces in the path. */
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  /** Of the cookies that the browser sent. */
  cookies: Readonly<Record<string, string | undefined>>;
}>;

/** What a page is asked by a person who is signed in. */
export type Visit = Asked &
  Readonly<{
    signIn: SignIn;
    /** The person as whoever calls operations. */
    principal: Principal;
    /** The one of the two modes that the person looks at. */
    livemode: boolean;
    /** What each form has to send along, so that no page of another site can send it. */
    csrf: string;
    /** Calls an operation of the API as the person who is signed in. */
    call: CallOperation;
    /** The same in live mode, for what is the same in both modes. */
    callLive: CallOperation;
    /** The address of another page of the dashboard, in the same mode. */
    href(path: string, query?: Readonly<Record<string, string | undefined>>): string;
  }>;

/** What a page shows inside its frame. */
export type Shown = Readonly<{
  /** 200 unless given. */
  status?: number;
  title: string;
  main: Html;
  styles?: readonly StaticFile[];
  /** Modules; what they do is also possible without them, or is only a convenience. */
  scripts?: readonly StaticFile[];
  /**
   * Where the browser goes on by itself. Policies of forms hold for all redirects that follow a
   * form, and not for where a page leads.
   */
  onward?: string;
}>;
/** Where to go on: a path of this service, or the provider of the company. */
type Onward = Readonly<{ location: string }>;
/** A value for a script of the page. */
type ForScript = Readonly<{ status?: number; json: unknown }>;
/** `cookies` are whole Set-Cookie lines. */
export type PageReply = (Shown | Onward | ForScript) & Readonly<{ cookies?: readonly string[] }>;

type Described = Readonly<{
  path: `/dashboard${string}`;
  /** Its name in the log. */
  name: string;
}>;

/** A page that is open to those who are not signed in. */
export type OpenPage = Described &
  Readonly<{
    isOpen: true;
    /** None where only forms lead there. */
    get?(asked: Asked): Promise<PageReply>;
    post?(asked: Asked, form: Form): Promise<PageReply>;
  }>;

/** A page for people who are signed in; others are led to sign in first, and back. */
export type ClosedPage = Described &
  Readonly<{
    isOpen?: false;
    /** Who signed in a while ago proves once more who they are: to see it, or to send its form. */
    isSensitive?: 'seen' | 'sent';
    /** It stands alone, without the menu: the person came for this one thing. */
    isAlone?: true;
    /** It lets a person who came by a link set up the first way to prove that. */
    givesProof?: true;
    /** None where only forms lead there. */
    get?(visit: Visit): Promise<PageReply>;
    post?(visit: Visit, form: Form): Promise<PageReply>;
  }>;

export type DashboardPage = OpenPage | ClosedPage;
