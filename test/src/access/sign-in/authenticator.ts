import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

type Options = { challenge: string; rp?: { id?: string }; rpId?: string; user?: { id: string } };

/** A passkey in software (WebAuthn, section 6), with ES256 and a counter. */
export function createAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(32);
  const id = credentialId.toString('base64url');
  let count = 0;
  let userHandle = '';

  const authData = (rpId: string, flags: number, more = Buffer.alloc(0)) => {
    const counter = Buffer.alloc(4);
    count += 1;
    counter.writeUInt32BE(count);
    return Buffer.concat([sha256(Buffer.from(rpId)), Buffer.from([flags]), counter, more]);
  };
  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  function coseKey(): Buffer {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const members = [cborInt(1), cborInt(2), cborInt(3), cborInt(-7), cborInt(-1), cborInt(1)];
    const [xBytes, yBytes] = [x, y].map((part) => cborBytes(Buffer.from(part, 'base64url')));
    return Buffer.concat([
      Buffer.from([0xa5]),
      ...members,
      ...[cborInt(-2), xBytes ?? Buffer.alloc(0), cborInt(-3), yBytes ?? Buffer.alloc(0)],
    ]);
  }

  return {
    /** What a browser answers to options of a registration. */
    register({ challenge, rp, user }: Options) {
      userHandle = user?.id ?? '';
      const length = Buffer.from([0, credentialId.length]);
      const credential = Buffer.concat([Buffer.alloc(16), length, credentialId, coseKey()]);
      const flags = USER_PRESENT | USER_VERIFIED | HAS_CREDENTIAL;
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3]),
        ...[cborText('fmt'), cborText('none'), cborText('attStmt'), Buffer.from([0xa0])],
        ...[cborText('authData'), cborBytes(authData(rp?.id ?? '', flags, credential))],
      ]);
      return answer({
        clientDataJSON: clientData('webauthn.create', challenge).toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal'],
      });
    },
    /** What a browser answers to options of a sign-in. */
    signIn({ challenge, rpId = '' }: Options) {
      const data = authData(rpId, USER_PRESENT | USER_VERIFIED);
      const client = clientData('webauthn.get', challenge);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return answer({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle,
      });
    },
    /** As a copy of it that was used less. */
    turnBack(by: number) {
      count -= by;
    },
  };

  function answer(response: object) {
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
  }
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest();

/** Of numbers from -24 to 23. */
const cborInt = (n: number) => Buffer.from([n >= 0 ? n : 0x20 | (-1 - n)]);

const cborText = (text: string) =>
  Buffer.concat([Buffer.from([0x60 | text.length]), Buffer.from(text)]);

const cborBytes = (bytes: Buffer) =>
  Buffer.concat([
    bytes.length < 256
      ? Buffer.from([0x58, bytes.length])
      : Buffer.from([0x59, bytes.length >> 8, bytes.length & 255]),
    bytes,
  ]);
