import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { badField } from '../../errors.ts';
import { shownText } from '../../text/shown-text.ts';
import {
  addMember,
  addPosition,
  addRef,
  addTag,
  type ElementType,
  isElementType,
  type Member,
  newElement,
  type OsmElement,
  setPosition,
} from './osm-element.ts';

/** Between the ends of two tags: more than any real tag has, and little enough to be held. */
const TAG_CHARACTERS_MAX = 1024 * 1024;
/** `<osm>`, an element, its member and the member's node; notes of changesets have two more. */
const DEPTH_MAX = 8;
const READABLE_ENCODINGS = /^(utf-?8|us-ascii)$/i;

type Attributes = Record<string, string>;

/**
 * Reads OSM XML: of the API, of Overpass, of osmium and JOSM. `onElement` gets each element of the
 * wanted types, in the order of the file. Errors: BAD_REQUEST naming `file`, with the line.
 */
export async function readXmlElements(
  bytes: AsyncIterable<Uint8Array>,
  wanted: ReadonlySet<ElementType>,
  onElement: (element: OsmElement) => void,
): Promise<void> {
  const parser = new SaxesParser<{ position: true; xmlns: false }>({
    position: true,
    xmlns: false,
  });
  const reader = elementReader(wanted, onElement, () => parser.line);
  let tagEnd = 0;
  let tagLine = 1;
  const noteTagEnd = () => {
    tagEnd = parser.position;
    tagLine = parser.line;
  };
  parser.on('error', (error) => {
    throw badLine(parser.line, `is not XML: ${shownText(error.message.replace(/^[\d:]+\s/, ''))}`);
  });
  parser.on('doctype', () => {
    throw badLine(parser.line, 'has a document type (DOCTYPE), which no map file has');
  });
  parser.on('xmldecl', ({ encoding = 'utf-8' }) => {
    if (!READABLE_ENCODINGS.test(encoding))
      throw badLine(parser.line, `is in ${shownText(encoding)}: save the file as UTF-8`);
  });
  parser.on('opentag', (tag) => {
    reader.open(tag);
    noteTagEnd();
  });
  parser.on('text', reader.text);
  parser.on('closetag', () => {
    reader.close();
    noteTagEnd();
  });
  // Between two calls of `write`, the parser's own position is wrong.
  let written = 0;
  for await (const text of decoded(bytes, () => parser.line)) {
    parser.write(text);
    written += text.length;
    if (written - tagEnd > TAG_CHARACTERS_MAX)
      throw badLine(tagLine, `is followed by ${TAG_CHARACTERS_MAX} characters without a tag`);
  }
  parser.close();
}

async function* decoded(
  bytes: AsyncIterable<Uint8Array>,
  lineNow: () => number,
): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decode = (chunk?: Uint8Array) => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      const upToFault = new TextDecoder().decode(chunk).split('\ufffd', 1).join();
      throw badLine(lineNow() + upToFault.split('\n').length - 1, 'is not UTF-8 text');
    }
  };
  for await (const chunk of bytes) yield decode(chunk);
  yield decode();
}

function elementReader(
  wanted: ReadonlySet<ElementType>,
  onElement: (element: OsmElement) => void,
  lineNow: () => number,
) {
  let depth = 0;
  let element: OsmElement | undefined;
  let member: Member | undefined;
  let remark: string | undefined;

  function open({ name, attributes }: SaxesTagPlain): void {
    depth += 1;
    if (depth > DEPTH_MAX) throw badLine(lineNow(), `is ${DEPTH_MAX} tags deep`);
    if (depth === 1) checkRoot(name, lineNow());
    else if (depth === 2) {
      if (name === 'remark') remark = '';
      if (isElementType(name) && wanted.has(name)) element = begin(name, attributes, lineNow());
    } else if (element && depth === 3) {
      member = name === 'member' ? addMember(element, attributes) : undefined;
      addChild(element, name, attributes);
    } else if (element && depth === 4 && member && name === 'nd')
      member.positions = addPosition(element, member.positions, attributes);
  }

  function close(): void {
    depth -= 1;
    if (depth !== 1) return;
    if (remark !== undefined)
      throw badLine(lineNow(), `says that its data is incomplete: ${shownText(remark)}`);
    if (element) onElement(element);
    element = undefined;
  }

  function text(part: string): void {
    if (remark !== undefined) remark += part;
  }

  return { open, close, text };
}

function checkRoot(name: string, line: number): void {
  if (name === 'osm') return;
  if (name === 'osmChange')
    throw badLine(line, 'begins a list of changes (osmChange), which is not a map');
  throw badLine(line, `begins <${shownText(name)}>, not <osm>: it is no OpenStreetMap file`);
}

function begin(type: ElementType, attributes: Attributes, line: number): OsmElement {
  const { id, lat, lon, action, visible } = attributes;
  const element = newElement(type, id, line);
  element.isDeleted = action === 'delete' || visible === 'false';
  if (type === 'node' && !element.isDeleted) setPosition(element, lat, lon);
  return element;
}

function addChild(element: OsmElement, name: string, attributes: Attributes): void {
  if (name === 'tag') addTag(element, attributes.k, attributes.v);
  else if (name === 'center') setPosition(element, attributes.lat, attributes.lon);
  else if (name === 'nd') {
    addRef(element, attributes.ref);
    if (attributes.lat !== undefined)
      element.positions = addPosition(element, element.positions, attributes);
  }
}

function badLine(line: number, reason: string) {
  return badField('file', `line ${line} ${reason}`);
}
