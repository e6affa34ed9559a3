import { isSignedWith } from './signature.ts';

const SIGNATURE = /^sha256=[0-9a-f]{64}$/;
/** How each event begins, and how the database writes the members of its data. */
const AS_SENT = /^\{"id":"[^"]*","type":"[^"]*","created_at":"[^"]*","data":\{("[^"]*": |\})/;

/**
 * Why a body does not have this signature: what is likely wrong, in words. Returns undefined when
 * one of the values of `header` is the body's signature.
 */
export function explainSignature(secret: string, body: Buffer, header: string): string | undefined {
  if (isSignedWith(secret, body, header)) return undefined;
  return (
    faultOfHeader(secret, body, header) ??
    faultOfSecret(secret, body, header) ??
    faultOfBody(secret, body, header) ??
    'it was made from another body or with another secret'
  );
}

function faultOfHeader(secret: string, body: Buffer, header: string): string | undefined {
  const values = header.split(',').map((value) => value.trim());
  if (values.every((value) => SIGNATURE.test(value))) return undefined;
  const plain = header.toLowerCase().replace(/^\s*x-service-signature\s*:\s*/, '');
  if (isSignedWith(secret, body, plain))
    return 'the signature must be the value of the header only, in lower case';
  if (isSignedWith(secret, body, `sha256=${plain.trim()}`))
    return 'the signature lacks its beginning, sha256=';
  return 'the signature must be sha256= and 64 hex digits, as X-Service-Signature has it';
}

function faultOfSecret(secret: string, body: Buffer, header: string): string | undefined {
  const isSignedBy = (other: string) => other !== secret && isSignedWith(other, body, header);
  const trimmed = secret.trim();
  if (isSignedBy(trimmed)) return 'the secret has spaces or a line break around it';
  if (isSignedBy(`whsec_${trimmed}`))
    return 'the secret lacks its beginning: whsec_ is a part of it';
  if (isSignedBy(trimmed.replace(/^whsec_/, '')))
    return 'it was made with the secret without whsec_, which is a part of it';
  if (!trimmed.startsWith('whsec_')) return 'the secret must be the whole one, with whsec_';
  return undefined;
}

function faultOfBody(secret: string, body: Buffer, header: string): string | undefined {
  if (body.length === 0) return 'the body is empty';
  const text = body.toString();
  const isSigned = (other: string) => isSignedWith(secret, other, header);
  if (isSigned(text.trimEnd())) return 'the body has a line break or a space added at its end';
  if (isSigned(text.replace(/^\uFEFF/, '').trimEnd()))
    return 'the body has a byte order mark added at its beginning';
  if (
    isSigned(
      body
        .toString('utf16le')
        .replace(/^\uFEFF/, '')
        .trimEnd(),
    )
  )
    return 'the body was saved as UTF-16, and was sent as UTF-8';
  if (isSignedWith(secret, Buffer.from(text, 'latin1'), header))
    return 'the body was read as Latin-1 and written again';
  if (isJson(text) && !AS_SENT.test(text))
    return 'the body seems to be JSON that was read and written again: use the bytes that came';
  return undefined;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
