import { BODY_BYTES_MAX } from '../../../../src/kit/web/input/read-body.ts';
import { type Html, html } from '../../../dress/html.ts';
import { count } from '../../parts/amount.ts';
import { textArea } from '../../parts/field.ts';

/** Forms are sent with signs such as line breaks and commas as three each. */
const FILE_BYTES_USUAL = BODY_BYTES_MAX / 2;
const KILOBYTE = 1_024;

/** About how much of a file a form takes. */
export const FILE_SIZE = `about ${count(FILE_BYTES_USUAL / KILOBYTE)} kB`;

type FileFields = Readonly<{
  /** Endings of names, as an input takes them. */
  accept: string;
  hint: string;
  value: string | undefined;
  error: string | undefined;
}>;

/** The text of a file, pasted, or dropped or chosen by `IMPORT_SCRIPT`. */
export function fileFields({ accept, ...rest }: FileFields): Html {
  return html`<label class="drop" data-drop hidden><span>Drop a file here, or choose one</span>
<input type="file" accept="${accept}"></label>
<p class="error" data-problem role="alert" hidden></p>
${textArea({
  ...{ name: 'file', label: 'The file', ...rest },
  more: html` spellcheck="false" data-bytes-max="${BODY_BYTES_MAX}"`,
})}`;
}
