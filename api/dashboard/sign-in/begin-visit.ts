import type { Device } from '../../../src/access/sign-in/device.ts';
import type { StartedSignIn } from '../../../src/access/sign-in/sign-ins.ts';
import type { Asked, PageReply } from '../dashboard-page.ts';
import { deviceCookie, deviceTokenOf, sessionCookie } from '../visit/cookies.ts';

/** The browser that asks, as far as it is known. */
export function deviceOf({ cookies, userAgent, peer }: Asked): Device {
  return { deviceToken: deviceTokenOf(cookies) ?? null, userAgent, ip: peer.ip };
}

/** Goes on to a page as whoever has just signed in. */
export function goOnAs({ token, deviceToken }: StartedSignIn, location: string): PageReply {
  return { location, cookies: [sessionCookie(token), deviceCookie(deviceToken)] };
}
